/** Leads subscriptions on: charges what is due, carries out the steps of dunning, and ends what is over. */
import { toSaoPauloDate } from '@feira/plugin-kit';
import type { DeclineReason } from '@feira/schemas/declines';
import { adviceOf } from '@feira/schemas/rules/declines';
import { reduceSubscription, type SubscriptionState } from '@feira/schemas/rules/subscription';
import type {
  DunningAction,
  SubscriptionEvent,
  SubscriptionMethod,
  SubscriptionTerms,
} from '@feira/schemas/subscription';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { chargeCycle } from '../checkout/service.ts';
import { findConnection } from '../connections/service.ts';
import { type ChargedMandate, cancelMandateCharge, findChargeable, findMandateOfSale } from '../mandates/service.ts';
import { findPayment } from '../payments/service.ts';
import {
  finishStep,
  giveUpCycle,
  insertCycle,
  postponeCheck,
  type SubscriptionSale,
  selectAgreed,
  selectCycle,
  selectSalesOfCard,
  selectTries,
  wantTry,
} from './cycle-model.ts';
import {
  type CardRecord,
  canUseCard,
  decideNext,
  type Facts,
  judgeCard,
  retriesCard,
  type Step,
  toPaymentMethod,
} from './due.ts';
import { mailSubscriber, notifySellerOf, type SubscriptionStep } from './mails.ts';
import { syncMandate } from './mandate.ts';
import { type CycleRow, type Subscription, selectEvents, selectSubscription } from './model.ts';
import { judgeTry, reportPayment } from './reports.ts';
import { addEvidence, type Changed, subscriptionNotFound } from './service.ts';

const DAY_MS = 86_400_000;
/** A subscription takes few steps at a time; what is left is done at the next turn. */
const MOST_STEPS = 12;
const NEXT_TURN_SECONDS = 60;
/** Nothing is charged while the platform holds its orders, which a person ends. */
const HELD_SECONDS = 600;

export interface Read {
  subscription: Subscription;
  state: SubscriptionState;
  events: SubscriptionEvent[];
  cycle: CycleRow | undefined;
  latest: SubscriptionSale | undefined;
  facts: Facts;
}

export async function readFacts(app: FastifyInstance, platformId: string, id: string): Promise<Read | null> {
  const [found, events] = await app.database.read(
    platformId,
    [selectSubscription(platformId, id), selectEvents(platformId, id)],
    true,
  );
  const subscription = found.rows[0];
  if (!subscription) return null;
  const { terms } = subscription;
  const state = reduceSubscription(terms, subscription.anchorAt, events.rows);
  const number = state.next?.number ?? state.cycle;
  const [cycles, tries] = await app.database.read(
    platformId,
    [selectCycle(platformId, id, number), selectTries(platformId, id, number)],
    true,
  );
  const cycle = cycles.rows[0];
  const latest = state.next ? tries.rows[0] : undefined;
  const payment = latest && (await findPayment(app, platformId, latest.paymentId));
  const facts: Facts = {
    tries: state.next ? tries.rows.filter(({ plan }) => plan === null).length : 0,
    state,
    method: subscription.method,
    hasCard: subscription.cardId !== null && subscription.connectionId !== null,
    cardExpiry: subscription.cardExpiry,
    card: await readCard(app, subscription, events.rows),
    isCardAsked: events.rows.some(({ key }) => key === expiryKey(number)),
    trialDays: terms.trialDays,
    isTrialEndTold: events.rows.some(({ kind }) => kind === 'TRIAL_ENDING'),
    dunning: terms.dunning,
    cycle: cycle ? { ...cycle, declineReason: cycle.declineReason as DeclineReason | null } : null,
    cardAttempts: cycle?.cardAttempts ?? 0,
    last:
      payment && latest
        ? { kind: judgeTry(payment, app.clock.now()), attempt: latest.attempt, method: payment.method }
        : null,
    isBlocked: false,
  };
  return { subscription, state, events: events.rows, cycle, latest, facts };
}

/** Returns the record of the subscription's card. A card that was never refused costs no look. */
export async function readCard(
  app: FastifyInstance,
  { platformId, id, cardId }: Subscription,
  events: readonly SubscriptionEvent[],
): Promise<CardRecord> {
  // Codes are not refused for a reason.
  const refused = events.flatMap(({ kind, at, data }) =>
    kind === 'CHARGE_REFUSED' && data.reason
      ? [{ ...data, at: new Date(at), reason: data.reason as DeclineReason }]
      : [],
  );
  if (!cardId || refused.length === 0) return judgeCard([], app.clock.now());
  const sales = await app.database.list(platformId, selectSalesOfCard(platformId, id, cardId), true);
  const own = new Set(sales.map(({ saleId }) => saleId));
  return judgeCard(
    refused.filter(({ saleId }) => saleId !== undefined && own.has(saleId)),
    app.clock.now(),
  );
}

const expiryKey = (cycle: number) => `expiring:${cycle}`;
/** A subscription has one trial. */
const TRIAL_ENDING = 'trial-ending';

/** Does everything that is due of one subscription. A repeated call finds what the one before has done. */
export async function advanceSubscription(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  let isBlocked = false;
  let read = await readFacts(app, platformId, id);
  // Every agreement counts in periods of the calendar.
  const hasMandate = read?.subscription.terms.period === 'CALENDAR' && (await syncMandate(app, read.subscription));
  if (hasMandate) read = await readFacts(app, platformId, id);
  for (let count = 0; count < MOST_STEPS; count++) {
    if (count > 0) read = await readFacts(app, platformId, id);
    if (!read) return;
    const now = app.clock.now();
    const step = decideNext({ ...read.facts, isBlocked }, now);
    if (step.kind === 'WAIT') {
      if (hasMandate) await settleMandate(app, read);
      const seconds = step.until && Math.max(1, (step.until.getTime() - now.getTime()) / 1_000);
      await app.database.run(platformId, postponeCheck(read.subscription, seconds));
      return;
    }
    if (step.kind === 'CHARGE') {
      if ((await app.readOutgoingHold()) !== null) {
        await app.database.run(platformId, postponeCheck(read.subscription, HELD_SECONDS));
        return;
      }
      const restsUntil = await readRest(app, read.subscription);
      if (restsUntil) {
        const seconds = (restsUntil.getTime() - now.getTime()) / 1_000;
        await app.database.run(platformId, postponeCheck(read.subscription, Math.max(1, seconds)));
        return;
      }
      isBlocked = !(await charge(app, read, read.subscription));
    } else if (step.kind === 'HEAR') {
      if (read.latest) await reportPayment(app, platformId, read.latest.paymentId);
    } else {
      const before = read;
      await app.database.transaction(platformId, (transaction) => carryOut(app, transaction, before, step));
    }
  }
  const last = await app.database.find(platformId, selectSubscription(platformId, id), true);
  if (last) await app.database.run(platformId, postponeCheck(last, NEXT_TURN_SECONDS));
}

/**
 * Returns the time before which the provider that holds the card asked not to be called; null where it asked for none. No buyer waits for a
 * cycle that is due, and a try that is throttled would count as one that failed.
 */
async function readRest(
  app: FastifyInstance,
  { platformId, connectionId, cardId }: Subscription,
): Promise<Date | null> {
  const connection = cardId && connectionId ? await findConnection(app, platformId, connectionId) : null;
  return connection?.retryAt() ?? null;
}

/** Makes one try of the open cycle. Returns false where no try could be made. */
async function charge(
  app: FastifyInstance,
  { subscription, state, latest }: Read,
  { method, customerIp, pageView }: { method: SubscriptionMethod; customerIp?: string; pageView?: string | undefined },
): Promise<boolean> {
  const { platformId, id, cardId, connectionId, storedCardId, terms } = subscription;
  const { next } = state;
  const platform = await app.findPlatform(platformId);
  if (!next || !platform) return false;
  // The price is written before it is charged, and holds for every try.
  const [, cycles, agreements] = await app.database.write(platformId, [
    insertCycle(subscription, next),
    selectCycle(platformId, id, next.number),
    selectAgreed(platformId, id, cardId),
  ]);
  const written = cycles.rows[0];
  // Somebody has changed the subscription since it was read: the next look decides anew.
  if (!written) return true;
  // The number of the try follows from those that were made: of two nodes that make it at once, one makes a purchase.
  const attempt = (latest?.attempt ?? 0) + 1;
  // The first charge of a card that the buyer has just given is made at their request.
  const agreed = agreements.rows[0];
  const { amount, discount } = written;
  const mandate =
    method === 'PIX_AUTOMATICO' ? await findMandate(app, subscription, { amount, dueAt: next.startsAt }) : null;
  const paymentMethod = toPaymentMethod(method);
  // On the due date the subscription's own way to pay is tried.
  const isBeside = paymentMethod !== toPaymentMethod(subscription.method) && app.clock.now() < next.startsAt;
  try {
    await chargeCycle(app, {
      platform,
      buyer: subscription,
      offerId: next.offer?.id ?? subscription.offerId,
      method: paymentMethod,
      ...(mandate && { mandate }),
      locale: subscription.locale,
      ...(customerIp && { customerIp }),
      pageView,
      card: method === 'CREDIT_CARD' && cardId && connectionId ? { cardId, connectionId, storedCardId } : null,
      renewal: {
        subscriptionId: id,
        cycle: next.number,
        attempt,
        amount,
        coupon: terms.discount && discount > 0 ? { code: terms.discount.code, discount } : null,
        title: next.offer?.title ?? terms.title,
        plan: null,
        affiliate: affiliateOf(terms, next.number),
        initiator: agreed && !customerIp ? 'MERCHANT' : 'BUYER',
        payableUntil: isBeside ? next.startsAt : new Date(next.startsAt.getTime() + terms.dunning.endDay * DAY_MS),
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'DATABASE_UNAVAILABLE') throw error;
    app.log.warn({ err: error, subscriptionId: id, cycle: next.number }, 'A cycle could not be charged');
  }
  const [made] = await app.database.list(platformId, selectTries(platformId, id, next.number));
  if (!made || made.attempt < attempt) return false;
  await reportPayment(app, platformId, made.paymentId);
  return true;
}

/** Returns whom a cycle is shared with; null where the affiliate has had all of theirs. */
export function affiliateOf(
  { affiliate, firstAmount }: SubscriptionTerms,
  cycle: number,
): SubscriptionTerms['affiliate'] {
  const charges = cycle - (firstAmount === 0 ? 1 : 0);
  return affiliate && (affiliate.cycles === null || charges <= affiliate.cycles) ? affiliate : null;
}

/** Returns the mandate under which the buyer's bank pays; null where it has ended or does not fit: then a code is made. */
async function findMandate(
  app: FastifyInstance,
  { platformId, firstSaleId }: Subscription,
  { amount, dueAt }: { amount: number; dueAt: Date },
): Promise<ChargedMandate | null> {
  const agreed = firstSaleId && (await findMandateOfSale(app, platformId, firstSaleId));
  if (!agreed) return null;
  const found = await findChargeable(app, platformId, agreed.id, { amount, dueDate: toSaoPauloDate(dueAt) });
  return 'mandate' in found ? found.mandate : null;
}

/** An agreement that is not needed any more ends, and a debit that is on its way to a subscription that rests is taken back. */
async function settleMandate(app: FastifyInstance, { subscription, state, latest, facts }: Read): Promise<void> {
  const { platformId, method } = subscription;
  await syncMandate(app, subscription);
  const isWanted = method === 'PIX_AUTOMATICO' && !state.pausedAt && !state.endedAt;
  if (!isWanted && latest && facts.last?.kind === 'OPEN') await cancelMandateCharge(app, platformId, latest.paymentId);
}

/**
 * Makes one more try of the open cycle at the buyer's request, unless a code is open or nobody knows what became of a charge. Throws
 * SUBSCRIPTION_ENDED and SUBSCRIPTION_NOT_DUE.
 */
export async function chargeNow(
  app: FastifyInstance,
  platformId: string,
  id: string,
  how: { method: SubscriptionMethod; customerIp: string; pageView: string | undefined },
): Promise<void> {
  const read = await readFacts(app, platformId, id);
  if (!read) throw subscriptionNotFound();
  const { state, facts } = read;
  if (state.endedAt) throw new AppError('SUBSCRIPTION_ENDED');
  const opensAt = state.next && state.next.startsAt.getTime() - facts.dunning.codeDaysBefore * DAY_MS;
  if (!opensAt || state.pausedAt || app.clock.now().getTime() < opensAt) throw new AppError('SUBSCRIPTION_NOT_DUE');
  if (facts.last && facts.last.kind !== 'FAILED') return;
  if (how.method === 'CREDIT_CARD' && facts.hasCard && !canUseCard(facts)) throw new AppError('PAYMENT_REFUSED');
  if (!(await charge(app, read, how))) throw new AppError('METHOD_NOT_ENABLED', { fields: ['method'] });
}

/** Carries out a step that calls no provider. */
async function carryOut(
  app: FastifyInstance,
  transaction: Transaction,
  { subscription: { platformId, id }, state: { next, cycle: current }, cycle, facts }: Read,
  step: Exclude<Step, { kind: 'WAIT' | 'CHARGE' | 'HEAR' }>,
): Promise<void> {
  const now = app.clock.now();
  const number = next?.number ?? current;
  const changed = await addEvidence(transaction, platformId, id, () => [toEvent(step, { now, number, facts })]);
  if (!changed?.isNew) return;
  if (next && step.kind !== 'END_PERIOD')
    await transaction.run(insertCycle(changed.subscription, changed.state.next ?? next));
  const at = { platformId, subscriptionId: id, number };
  if (step.kind === 'DUNNING') {
    const isRetry =
      step.action === 'RETRY_CARD' ? retriesCard(facts, now) : step.action !== 'ASK_CARD' && isCode(facts);
    await transaction.run(finishStep(at, step.index));
    if (isRetry) await transaction.run(wantTry(at, false));
  }
  if (step.kind === 'END_DUNNING') await transaction.run(giveUpCycle(at));
  await notify(app, transaction, changed, {
    step,
    number,
    reason: (cycle?.declineReason as DeclineReason | null) ?? facts.card.barredBy,
    isBarred: facts.card.barredBy !== null,
  });
}

/** The steps that offer a PIX or remind make a new code where codes are how it is paid. */
const isCode = ({ method }: Facts): boolean => method !== 'CREDIT_CARD';

function toEvent(
  step: Exclude<Step, { kind: 'WAIT' | 'CHARGE' | 'HEAR' }>,
  { now, number, facts }: { now: Date; number: number; facts: Facts },
): SubscriptionEvent {
  const shared = { at: now.toISOString(), by: 'ENGINE', cycle: number } as const;
  switch (step.kind) {
    case 'END_PERIOD':
      return {
        ...shared,
        key: `period-ended:${number}:${facts.state.periodEnd.getTime()}`,
        kind: 'PERIOD_ENDED',
        data: {},
      };
    case 'ASK_EARLY':
      return { ...shared, key: expiryKey(number), kind: 'DUNNING_STEP', data: { action: 'ASK_CARD', day: -10 } };
    case 'TELL_TRIAL_END':
      return { ...shared, key: TRIAL_ENDING, kind: 'TRIAL_ENDING', data: {} };
    case 'OVERDUE': {
      const due = facts.state.next?.startsAt ?? now;
      return { ...shared, at: due.toISOString(), key: `overdue:${number}:${due.getTime()}`, kind: 'OVERDUE', data: {} };
    }
    case 'DUNNING': {
      const { action, day, index } = step;
      return { ...shared, key: `step:${number}:${index}`, kind: 'DUNNING_STEP', data: { action, day } };
    }
    case 'END_DUNNING':
      return { ...shared, key: `dunning-ended:${number}`, kind: 'DUNNING_ENDED', data: { end: facts.dunning.end } };
  }
}

const MAILED: Partial<Record<DunningAction, SubscriptionStep>> = {
  ASK_CARD: 'CARD_REFUSED',
  OFFER_PIX: 'PIX_OFFERED',
  REMIND: 'REMINDER',
};

interface Told {
  step: Exclude<Step, { kind: 'WAIT' | 'CHARGE' | 'HEAR' }>;
  number: number;
  reason: DeclineReason | null;
  /** Nobody may try the card any more. */
  isBarred: boolean;
}

/** Writes the mail and the notification of a step in its transaction. */
async function notify(
  app: FastifyInstance,
  transaction: Transaction,
  { subscription, state }: Changed,
  { step, number, reason, isBarred }: Told,
): Promise<void> {
  const { accessEndsAt, method } = subscription;
  const news = ((): Parameters<typeof mailSubscriber>[2] | null => {
    switch (step.kind) {
      case 'ASK_EARLY':
        return {
          step: isBarred ? 'CARD_UNUSABLE' : 'CARD_EXPIRING',
          source: expiryKey(number),
          at: state.next?.startsAt ?? null,
        };
      case 'TELL_TRIAL_END':
        return { step: 'TRIAL_ENDING', source: TRIAL_ENDING, at: state.next?.startsAt ?? null };
      case 'DUNNING': {
        const mailed = MAILED[step.action];
        // The code that is made anew has a mail of its own.
        const isOwn = method === 'CREDIT_CARD' || step.action === 'REMIND';
        if (!mailed || !isOwn) return null;
        const advice = step.action === 'ASK_CARD' && reason ? adviceOf(reason) : null;
        return { step: mailed, source: `step:${number}:${step.index}`, at: accessEndsAt, advice };
      }
      case 'END_DUNNING':
        return state.endedAt ? { step: 'ENDED', source: `ended:${number}`, at: accessEndsAt } : null;
      case 'END_PERIOD':
        return state.endedAt ? { step: 'ENDED', source: `ended:${number}`, at: state.endedAt } : null;
      case 'OVERDUE':
        return null;
    }
  })();
  const mail = news && (await mailSubscriber(app, subscription, news));
  if (mail) await transaction.run(mail);
  if (step.kind === 'OVERDUE') await transaction.run(notifySellerOf(subscription, 'subscription.pastDue', `${number}`));
  if (state.endedAt) await transaction.run(notifySellerOf(subscription, 'subscription.ended', `${number}`));
}
