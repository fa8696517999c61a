/** Changes of a subscription that people ask for: to cancel, pause and resume it, and what it costs. */
import type { AuditEventType } from '@feira/schemas/procedures/audit';
import { NOTICE_DAYS } from '@feira/schemas/rules/plan-change';
import { lastCycleOf } from '@feira/schemas/rules/subscription';
import type { SubscriptionActor, SubscriptionEvent } from '@feira/schemas/subscription';
import type { FastifyRequest } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import {
  mailSubscriber,
  type News,
  notifySellerOf,
  type SubscriptionMailsApp,
  type SubscriptionStep,
} from './mails.ts';
import type { Subscription } from './model.ts';
import { addEvidence, type Changed, type SubscriptionsApp, subscriptionNotFound } from './service.ts';

type ChangesApp = SubscriptionsApp & SubscriptionMailsApp;

/** The author of a change: the buyer, whom the link proves, or a person in their session. */
export interface Changer {
  by: Extract<SubscriptionActor, 'BUYER' | 'SELLER' | 'PLATFORM'>;
  person: Person | null;
  request: FastifyRequest;
}

const DAY_MS = 86_400_000;

type Wanted = Pick<SubscriptionEvent, 'kind' | 'cycle' | 'data'>;

/** Sellers change their own subscriptions alone. */
const mayChange = ({ by, person }: Changer, { sellerId }: Subscription): boolean =>
  by !== 'SELLER' || person?.id === sellerId;

/** Adds what a person wants as evidence, with their audit event and the mails. The reasons to refuse are looked at under the lock. */
export async function change(
  app: ChangesApp,
  platformId: string,
  subscriptionId: string,
  changer: Changer,
  toWanted: (before: Changed, transaction: Transaction) => Wanted[] | Promise<Wanted[]>,
  toNews: (changed: Changed, kinds: ReadonlySet<SubscriptionEvent['kind']>) => News | null = toLifeNews,
): Promise<Changed> {
  const { by, person, request } = changer;
  return app.database.transaction(platformId, async (transaction) => {
    const audits: Statement[] = [];
    const kinds = new Set<SubscriptionEvent['kind']>();
    const changed = await addEvidence(transaction, platformId, subscriptionId, async (before) => {
      if (!mayChange(changer, before.subscription)) throw subscriptionNotFound();
      if (before.state.endedAt) throw new AppError('SUBSCRIPTION_ENDED');
      const at = app.clock.now().toISOString();
      const events = await toWanted(before, transaction);
      return events.map((wanted) => {
        kinds.add(wanted.kind);
        if (person)
          audits.push(
            recordEvent(platformId, request, {
              type: AUDITED[wanted.kind] as AuditEventType,
              subject: { type: 'subscription', id: subscriptionId, name: before.subscription.terms.title },
              details: { ...wanted.data },
            }),
          );
        return {
          ...wanted,
          key: `${wanted.kind}:${newId()}`,
          at,
          by,
          personId: person?.id ?? null,
        } as SubscriptionEvent;
      });
    });
    if (!changed) throw subscriptionNotFound();
    await transaction.runAll(audits);
    const news = changed.isNew && toNews(changed, kinds);
    if (news) await notify(app, transaction, changed, news);
    return changed;
  });
}

/** Mails the buyer what has changed, and tells the seller of an end that is not their own. */
async function notify(app: ChangesApp, transaction: Transaction, { subscription }: Changed, news: News): Promise<void> {
  const mail = await mailSubscriber(app, subscription, news);
  if (mail) await transaction.run(mail);
  if (news.step === 'ENDED' || news.step === 'CANCEL_ORDERED')
    await transaction.run(notifySellerOf(subscription, 'subscription.ended', `${subscription.version}`));
}

function toLifeNews({ subscription, state }: Changed, kinds: ReadonlySet<SubscriptionEvent['kind']>): News | null {
  const { version, periodEnd } = subscription;
  const next = state.next?.startsAt ?? null;
  const told: [SubscriptionEvent['kind'], SubscriptionStep, Date | null][] = [
    ['CANCELED', 'ENDED', subscription.accessEndsAt],
    ['CANCEL_ORDERED', 'CANCEL_ORDERED', periodEnd],
    ['PAUSED', 'PAUSED', periodEnd],
    ['RESUMED', 'RESUMED', next],
    ['CANCEL_WITHDRAWN', 'RESUMED', next],
  ];
  const [, step, at = null] = told.find(([kind]) => kinds.has(kind)) ?? [];
  return step ? { step, source: `${step}:${version}`, at } : null;
}

const AUDITED: Partial<Record<SubscriptionEvent['kind'], AuditEventType>> = {
  CANCELED: 'subscription.canceled',
  CANCEL_ORDERED: 'subscription.cancelOrdered',
  CANCEL_WITHDRAWN: 'subscription.cancelWithdrawn',
  PAUSED: 'subscription.paused',
  RESUMED: 'subscription.resumed',
  PRICE_CHANGED: 'subscription.priceChanged',
  PLAN_CHANGED: 'subscription.planChanged',
  PLAN_KEPT: 'subscription.planKept',
};

export const cancelSubscription = (
  app: ChangesApp,
  platformId: string,
  id: string,
  changer: Changer,
  { isAtOnce, reason }: { isAtOnce: boolean; reason: string | null },
): Promise<Changed> =>
  change(app, platformId, id, changer, ({ state }) => {
    // A period that nobody has paid is over.
    const ends = isAtOnce || state.pastDueSince !== null || state.periodEnd <= app.clock.now();
    if (!ends && state.cancelAtPeriodEnd) return [];
    return [{ kind: ends ? 'CANCELED' : 'CANCEL_ORDERED', cycle: null, data: { reason } }];
  });

export const pauseSubscription = (
  app: ChangesApp,
  platformId: string,
  id: string,
  changer: Changer,
): Promise<Changed> =>
  change(app, platformId, id, changer, ({ state }) =>
    state.pausedAt ? [] : [{ kind: 'PAUSED', cycle: null, data: {} }],
  );

/** Also withdraws a cancellation at the end of the period. */
export const resumeSubscription = (
  app: ChangesApp,
  platformId: string,
  id: string,
  changer: Changer,
): Promise<Changed> =>
  change(app, platformId, id, changer, ({ state }) => [
    ...(state.pausedAt ? [{ kind: 'RESUMED', cycle: null, data: {} } as const] : []),
    ...(state.cancelAtPeriodEnd ? [{ kind: 'CANCEL_WITHDRAWN', cycle: null, data: {} } as const] : []),
  ]);

/**
 * Returns from which cycle on the price holds: the first one that is far enough away to be told of, and has no code at the old price yet.
 * Throws PRICE_CHANGE_UNAVAILABLE where there is none.
 */
export async function changePrice(
  app: ChangesApp,
  platformId: string,
  id: string,
  changer: Changer,
  amount: number,
): Promise<{ fromCycle: number; fromAt: Date }> {
  let from: { fromCycle: number; fromAt: Date } | null = null;
  const toWanted = ({ state: { next }, subscription: { terms } }: Changed): Wanted[] => {
    if (!next) throw new AppError('PRICE_CHANGE_UNAVAILABLE');
    const noticeDays = Math.max(NOTICE_DAYS, terms.dunning.codeDaysBefore + 1);
    const isTold = next.startsAt.getTime() - app.clock.now().getTime() >= noticeDays * DAY_MS;
    const cycle = isTold ? next.number : next.number + 1;
    const last = lastCycleOf(terms);
    if (last !== null && cycle > last) throw new AppError('PRICE_CHANGE_UNAVAILABLE');
    from = { fromCycle: cycle, fromAt: isTold ? next.startsAt : next.endsAt };
    return [{ kind: 'PRICE_CHANGED', cycle, data: { amount } }];
  };
  await change(
    app,
    platformId,
    id,
    changer,
    toWanted,
    ({ subscription: { version } }) =>
      from && { step: 'PRICE_CHANGED', source: `price:${version}`, at: from.fromAt, amount },
  );
  if (!from) throw new AppError('PRICE_CHANGE_UNAVAILABLE');
  return from;
}
