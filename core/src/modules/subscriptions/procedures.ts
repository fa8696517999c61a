import type { DeclineReason } from '@feira/schemas/declines';
import * as declared from '@feira/schemas/procedures/subscriptions';
import { adviceOf } from '@feira/schemas/rules/declines';
import { reduceSubscription, type SubscriptionState } from '@feira/schemas/rules/subscription';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type PlatformContext, resolveOperated } from '../../plugins/platforms.ts';
import { checkPeriod, readPage } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { selectByIds } from '../../shared/list.ts';
import { cardFrameUrl } from '../checkout/model.ts';
import { findAccessUrl } from '../deliverables/service.ts';
import { createPageView, readProof } from '../velocity/service.ts';
import { type Changer, cancelSubscription, changePrice, pauseSubscription, resumeSubscription } from './changes.ts';
import { toCohorts } from './cohorts.ts';
import { readCard } from './engine.ts';
import { selectFigures } from './figures-model.ts';
import { type Subscription, selectEvents, selectSubscription } from './model.ts';
import { changeCard, changeMethod, listMethods, payNow } from './own.ts';
import { changePlan, keepPlan, listPlans, plannedOf } from './plans.ts';
import { getByToken, subscriptionNotFound, tokenOf } from './service.ts';
import {
  type Detailed,
  LOGS,
  type MadeCycle,
  OWN_SUBSCRIPTIONS,
  SUBSCRIPTIONS,
  selectCycles,
  selectDetails,
  selectEventViews,
} from './views.ts';

const isStaff = ({ roles, permissions }: Person): boolean =>
  roles.includes('admin') && permissions.includes('isSalesAvailable');

/** Returns the seller whose subscriptions a person sees: null for those of the whole platform. */
const sellerOf = (person: Person, chosen: string | undefined): string | null =>
  isStaff(person) ? (chosen ?? null) : person.id;

const toCard = ({ cardBrand: brand, cardLastDigits: lastDigits, cardExpiry: expiry }: Detailed) =>
  brand || lastDigits ? { brand, lastDigits, expiry } : null;

/** Returns the promise that holds now, as people read it, and those that changes of plan and price replaced, latest first. */
const toPromise = ({ terms, affiliateName, firstTitle }: Detailed, { plan, earlier }: SubscriptionState) => {
  const { firstAmount, cycles, trialDays, discount, affiliate, dunning } = terms;
  const { graceDays, endDay, end } = dunning;
  return {
    firstAmount,
    cycles,
    trialDays,
    recurringAmount: plan.amount,
    frequencyInDays: plan.frequencyInDays as Detailed['frequencyInDays'],
    period: plan.period,
    earlier: earlier
      .map((promise) => ({
        ...promise,
        title: promise.title ?? firstTitle ?? terms.title,
        frequencyInDays: promise.frequencyInDays as Detailed['frequencyInDays'],
      }))
      .reverse(),
    discount: discount && {
      code: discount.code,
      cycles: discount.cycles,
      basisPoints: 'basisPoints' in discount.cut ? discount.cut.basisPoints : null,
      amount: 'amount' in discount.cut ? discount.cut.amount : null,
    },
    affiliate: affiliate && {
      name: affiliateName ?? '',
      basisPoints: affiliate.basisPoints,
      cycles: affiliate.cycles,
    },
    dunning: { graceDays, endDay, end },
  };
};

const toDue = (cycle: MadeCycle | undefined) => {
  if (!cycle || (cycle.state !== 'DUE' && cycle.state !== 'OPEN')) return null;
  const { number, amount, dueAt, paymentId, declineReason } = cycle;
  return {
    cycle: number,
    amount,
    dueAt,
    paymentId,
    isOpen: cycle.state === 'OPEN',
    advice: declineReason ? adviceOf(declineReason as DeclineReason) : null,
  };
};

export default fp(
  async (app) => {
    app.procedure(declared.listSubscriptions, async ({ input: { sellerId, ...input }, platform, person }) => {
      const filter = { ...input, sellerId: sellerOf(person, sellerId) };
      const { rows, next } = await readPage(app, platform.id, SUBSCRIPTIONS, filter);
      return { items: rows, next };
    });

    app.expander('subscription', (platformId, sellerId, ids) =>
      app.database.list(platformId, selectByIds(SUBSCRIPTIONS, platformId, { sellerId }, ids)),
    );

    app.procedure(declared.getSubscription, async ({ input, platform, person }) => {
      const { id } = platform;
      const [found, cycles, events, evidence] = await app.database.read(
        id,
        [
          selectDetails(id, input.subscriptionId, sellerOf(person, undefined)),
          selectCycles(id, input.subscriptionId),
          selectEventViews(id, input.subscriptionId),
          selectEvents(id, input.subscriptionId),
        ],
        true,
      );
      const subscription = found.rows[0];
      if (!subscription) throw subscriptionNotFound();
      const state = reduceSubscription(subscription.terms, subscription.anchorAt, evidence.rows);
      return {
        ...subscription,
        card: toCard(subscription),
        promised: toPromise(subscription, state),
        planned: plannedOf(state),
        cyclesMade: cycles.rows,
        events: events.rows,
      };
    });

    app.procedure(declared.getFigures, async ({ input, platform, person }) => {
      checkPeriod(input);
      const currency = input.currency ?? platform.settings.currency;
      const filter = {
        sellerId: sellerOf(person, input.sellerId),
        offerId: input.offerId ?? null,
        currency,
        from: input.from,
        to: input.to,
      };
      const [{ rows }] = await app.database.read(platform.id, [selectFigures(platform.id, filter, app.clock.now())]);
      const { before, lost, cohorts, month, ...figures } = rows[0]!;
      const churnBasisPoints = before === 0 ? 0 : Math.round((lost * 10_000) / before);
      return { currency, ...figures, churnBasisPoints, cohorts: toCohorts(cohorts, month) };
    });

    app.procedure(declared.listLogs, async ({ input, request }) => {
      const target = await resolveOperated(app, request, input.platformId);
      const { rows, next } = await readPage(app, target, LOGS, input);
      return { items: rows, next };
    });

    const statusOf = async ({ platformId, id }: Subscription) => {
      const found = await app.database.find(platformId, selectSubscription(platformId, id), true);
      if (!found) throw subscriptionNotFound();
      return found;
    };
    const changerOf = (person: Person, request: Changer['request']): Changer => ({
      by: isStaff(person) ? 'PLATFORM' : 'SELLER',
      person,
      request,
    });

    app.procedure(declared.cancel, async ({ input: { subscriptionId, ...how }, platform, person, request }) => {
      const changer = changerOf(person, request);
      return (await cancelSubscription(app, platform.id, subscriptionId, changer, how)).subscription;
    });

    app.procedure(declared.pause, async ({ input, platform, person, request }) => {
      const changer = changerOf(person, request);
      return (await pauseSubscription(app, platform.id, input.subscriptionId, changer)).subscription;
    });

    app.procedure(declared.resume, async ({ input, platform, person, request }) => {
      const changer = changerOf(person, request);
      return (await resumeSubscription(app, platform.id, input.subscriptionId, changer)).subscription;
    });

    app.procedure(declared.changePrice, ({ input: { subscriptionId, amount }, platform, person, request }) =>
      changePrice(app, platform.id, subscriptionId, changerOf(person, request), amount),
    );

    const ownOf = async (platform: PlatformContext, subscriptionId: string, person: Person): Promise<Subscription> => {
      const found = await app.database.find(platform.id, selectSubscription(platform.id, subscriptionId), true);
      if (!found || (!isStaff(person) && found.sellerId !== person.id)) throw subscriptionNotFound();
      return found;
    };
    const toPlans = ({ plans, ...rest }: Awaited<ReturnType<typeof listPlans>>) => ({
      ...rest,
      plans: plans.map(({ change, ...plan }) => ({
        ...plan,
        effect: change.effect,
        at: change.effect === 'LATER' ? change.at : null,
        charge: change.charge,
        discount: change.discount,
        credit: change.effect === 'NOW' ? change.credit : 0,
        unusedDays: change.effect === 'NOW' ? change.unusedDays : 0,
        methods: change.effect === 'NOW' ? change.methods : [],
      })),
    });

    app.procedure(declared.listPlans, async ({ input, platform, person }) => {
      const subscription = await ownOf(platform, input.subscriptionId, person);
      return toPlans(await listPlans(app, { platform, subscription, by: 'SELLER' }));
    });

    app.procedure(declared.changePlan, async ({ input: { subscriptionId, ...order }, platform, person, request }) => {
      const subscription = await ownOf(platform, subscriptionId, person);
      const wanted = { platform, subscription, by: 'SELLER' } as const;
      const later = { ...order, expectedEffect: 'LATER', method: null } as const;
      await changePlan(app, wanted, changerOf(person, request), later);
      return statusOf(subscription);
    });

    app.procedure(declared.keepPlan, async ({ input, platform, person, request }) => {
      const subscription = await ownOf(platform, input.subscriptionId, person);
      return keepPlan(app, { platform, subscription, by: 'SELLER' }, changerOf(person, request));
    });

    app.procedure(declared.listOwn, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, OWN_SUBSCRIPTIONS, { ...input, personId: person.id });
      const items = rows.map((row) => ({ ...row, token: tokenOf(app, row.publicId), card: toCard(row) }));
      return { items, next };
    });

    app.procedure(declared.getOwn, async ({ input, platform, request: { hostname, locale } }) => {
      const opened = await getByToken(app, platform.id, input.token);
      const { platformId, id } = opened;
      const [found, cycles, evidence] = await app.database.read(
        platformId,
        [selectDetails(platformId, id, null), selectCycles(platformId, id), selectEvents(platformId, id)],
        true,
      );
      const subscription = found.rows[0];
      if (!subscription) throw subscriptionNotFound();
      const methods = await listMethods(app, { platform, subscription: opened });
      return {
        ...subscription,
        token: tokenOf(app, subscription.publicId),
        card: toCard(subscription),
        methods,
        accessUrl: opened.firstSaleId ? await findAccessUrl(app, platformId, opened.firstSaleId) : null,
        cardFrameUrl: methods.includes('CREDIT_CARD')
          ? cardFrameUrl(app.config.cardFrameOrigin, { hostname, locale }, subscription.offerId)
          : null,
        isCardBarred: opened.method === 'CREDIT_CARD' && (await readCard(app, opened, evidence.rows)).barredBy !== null,
        due: subscription.endedAt ? null : toDue(cycles.rows[0]),
        planned: plannedOf(reduceSubscription(opened.terms, opened.anchorAt, evidence.rows)),
        pageView: createPageView(app, { platformId, offerId: subscription.offerId }),
        cyclesMade: cycles.rows,
      };
    });

    const buyer = (request: Changer['request']): Changer => ({ by: 'BUYER', person: null, request });

    const visitOf = async (
      platform: PlatformContext,
      token: string,
      request: FastifyRequest,
      pageView: string | undefined,
    ) => ({
      platform,
      subscription: await getByToken(app, platform.id, token),
      customerIp: request.ip,
      proof: await readProof(app, request),
      pageView,
    });

    app.procedure(declared.changeOwnCard, async ({ input: { token, cardToken, pageView }, platform, request }) => {
      const visit = await visitOf(platform, token, request, pageView);
      await changeCard(app, visit, cardToken);
      return statusOf(visit.subscription);
    });

    app.procedure(declared.changeOwnMethod, async ({ input: { token, method }, platform, request }) => {
      const visit = await visitOf(platform, token, request, undefined);
      await changeMethod(app, visit, method);
      return statusOf(visit.subscription);
    });

    app.procedure(declared.payOwn, async ({ input: { token, method, pageView }, platform, request }) => ({
      paymentId: await payNow(app, await visitOf(platform, token, request, pageView), method),
    }));

    app.procedure(declared.listOwnPlans, async ({ input, platform }) => {
      const subscription = await getByToken(app, platform.id, input.token);
      return toPlans(await listPlans(app, { platform, subscription, by: 'BUYER' }));
    });

    app.procedure(declared.changeOwnPlan, async ({ input: { token, ...order }, platform, request }) => {
      const subscription = await getByToken(app, platform.id, token);
      return changePlan(app, { platform, subscription, by: 'BUYER' }, buyer(request), order);
    });

    app.procedure(declared.keepOwnPlan, async ({ input, platform, request }) => {
      const subscription = await getByToken(app, platform.id, input.token);
      return keepPlan(app, { platform, subscription, by: 'BUYER' }, buyer(request));
    });

    app.procedure(declared.pauseOwn, async ({ input, platform, request }) => {
      const { id } = await getByToken(app, platform.id, input.token);
      return (await pauseSubscription(app, platform.id, id, buyer(request))).subscription;
    });

    app.procedure(declared.resumeOwn, async ({ input, platform, request }) => {
      const { id } = await getByToken(app, platform.id, input.token);
      return (await resumeSubscription(app, platform.id, id, buyer(request))).subscription;
    });

    app.procedure(declared.cancelOwn, async ({ input: { token, ...how }, platform, request }) => {
      const { id } = await getByToken(app, platform.id, token);
      return (await cancelSubscription(app, platform.id, id, buyer(request), how)).subscription;
    });
  },
  {
    name: 'subscriptions-procedures',
    dependencies: ['procedures', 'database', 'clock', 'config', 'data-keys', 'platforms'],
  },
);
