/** Cases of subscriptions: sellers reach their own, staff all of the platform, buyers the one of their signed link. */
import { tokenOf } from '../../../src/modules/subscriptions/service.ts';
import { type Context, type Outcomes, type ProcedureCase, plain } from '../case.ts';

const OTHERS: Outcomes = { rest: 'SUBSCRIPTION_NOT_FOUND', 'admin-with': 'ok' };

const named = (extra: Record<string, unknown> = {}): ProcedureCase => ({
  ids: ['subscriptionId'],
  variants: {
    own: { input: ({ caller: { subscriptionId } }) => ({ subscriptionId, ...extra }), outcome: 'ok' },
    other: { input: ({ other: { subscriptionId } }) => ({ subscriptionId, ...extra }), outcome: OTHERS },
    foreign: {
      input: ({ foreign: { subscriptionId } }) => ({ subscriptionId, ...extra }),
      outcome: 'SUBSCRIPTION_NOT_FOUND',
    },
    operated: {
      input: ({ operated: { subscriptionId } }) => ({ subscriptionId, ...extra }),
      outcome: 'SUBSCRIPTION_NOT_FOUND',
    },
  },
});

/** A caller who holds the link may, signed in or not. */
const opened = (extra: Record<string, unknown> = {}, own: Outcomes = 'ok'): ProcedureCase => {
  const input = ({ node }: Context, publicId: string) => ({ token: tokenOf(node.app, publicId), ...extra });
  return {
    ids: ['token'],
    variants: {
      own: { input: (context) => input(context, context.other.subscriptionPublicId), outcome: own },
      foreign: {
        input: (context) => input(context, context.foreign.subscriptionPublicId),
        outcome: 'SUBSCRIPTION_NOT_FOUND',
      },
      operated: {
        input: (context) => input(context, context.operated.subscriptionPublicId),
        outcome: 'SUBSCRIPTION_NOT_FOUND',
      },
      forged: {
        input: ({ other }) => ({ token: `${other.subscriptionPublicId}.AAAAAAAAAAAAAAAAAAAAAA`, ...extra }),
        outcome: 'SUBSCRIPTION_NOT_FOUND',
      },
    },
  };
};

/** The offers of the cases are bought once, so that no subscription can be moved to one. */
const changed = (base: ProcedureCase, extra: Record<string, unknown>): ProcedureCase => ({
  ...base,
  ids: [...base.ids, 'offerId'],
  variants: Object.fromEntries(
    Object.entries(base.variants).map(([name, { input, outcome }]) => [
      name,
      {
        input: (context: Context) => ({ ...input(context), ...extra, offerId: context.other.offerId }),
        outcome: toUnsold(outcome),
      },
    ]),
  ),
});
const toUnsold = (outcome: Outcomes): Outcomes => {
  if (outcome === 'ok') return 'OFFER_NOT_FOUND';
  if (typeof outcome === 'string') return outcome;
  return { rest: outcome.rest, 'admin-with': 'OFFER_NOT_FOUND' };
};

const PERIOD = { from: '2026-01-01', to: '2026-01-31' };
const filtered = (input: Record<string, unknown> = {}): ProcedureCase => ({
  ids: ['sellerId', 'offerId'],
  variants: {
    ...plain(() => input).variants,
    own: { input: ({ other }) => ({ ...input, sellerId: other.personId }), outcome: 'ok' },
    foreign: {
      input: ({ foreign }) => ({ ...input, sellerId: foreign.personId, offerId: foreign.offerId }),
      outcome: 'ok',
    },
  },
});

export const SUBSCRIPTIONS: Record<string, ProcedureCase> = {
  'subscriptions.listSubscriptions': {
    ids: ['sellerId', 'offerId', 'customerId'],
    variants: {
      ...filtered().variants,
      foreignCustomer: { input: ({ foreign }) => ({ customerId: foreign.customerId }), outcome: 'nothing' },
    },
  },
  'subscriptions.getSubscription': named(),
  'subscriptions.getFigures': filtered(PERIOD),
  'subscriptions.listLogs': {
    ids: ['platformId', 'subscriptionId'],
    variants: {
      ...plain().variants,
      own: { input: ({ other: { subscriptionId } }) => ({ subscriptionId }), outcome: 'ok' },
      foreign: { input: ({ foreign: { platformId } }) => ({ platformId }), outcome: 'PLATFORM_NOT_FOUND' },
      operated: {
        input: ({ operated: { platformId, subscriptionId } }) => ({ platformId, subscriptionId }),
        outcome: 'ok',
      },
      'foreign subscription': {
        input: ({ foreign: { subscriptionId } }) => ({ subscriptionId }),
        outcome: 'ok',
      },
    },
  },
  'subscriptions.cancel': named({ isAtOnce: true, reason: null }),
  'subscriptions.pause': named(),
  'subscriptions.resume': named(),
  'subscriptions.changePrice': named({ amount: 2000 }),
  'subscriptions.listPlans': named(),
  'subscriptions.changePlan': changed(named(), { expectedCharge: 2000 }),
  'subscriptions.keepPlan': named(),
  'subscriptions.listOwn': plain(),
  'subscriptions.getOwn': opened(),
  'subscriptions.listOwnPlans': opened(),
  'subscriptions.changeOwnPlan': changed(opened(), { expectedCharge: 2000, expectedEffect: 'LATER', method: null }),
  'subscriptions.keepOwnPlan': opened(),
  'subscriptions.pauseOwn': opened(),
  'subscriptions.resumeOwn': opened(),
  'subscriptions.cancelOwn': opened({ isAtOnce: false, reason: null }),
  // No provider knows the token, and nothing is due.
  'subscriptions.changeOwnCard': { ...opened({ cardToken: 'x' }, 'CARD_NOT_SAVED'), counts: ['velocity_counter'] },
  'subscriptions.changeOwnMethod': opened({ method: 'PIX' }),
  'subscriptions.payOwn': opened({ method: 'PIX' }, 'SUBSCRIPTION_NOT_DUE'),
};
