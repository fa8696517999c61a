/** Decides what is to be done about a subscription now, by its state, its open cycle and the rules of dunning. Pure. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { DeclineReason } from '@feira/schemas/declines';
import { isIrreversible } from '@feira/schemas/rules/declines';
import type { SubscriptionState } from '@feira/schemas/rules/subscription';
import type { DunningAction, DunningRules, SubscriptionMethod } from '@feira/schemas/subscription';
import { CHARGE_LEAD_DAYS } from '../mandates/service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A charge that cannot be made because no connection serves, or because a code is open, is not the buyer's fault: for so long nothing is said. */
const PATIENCE_MS = DAY_MS;
/** Buyers are asked for another card so long before a charge that theirs cannot pay. */
const CARD_NOTICE_MS = 10 * DAY_MS;
/** Buyers are told of the end of a trial this number of days before. One that is no longer than this ends a day after they are told. */
const TRIAL_NOTICE_DAYS = 3;
/** The card networks count the tries of a card within this number of days. */
const RETRY_WINDOW_DAYS = 30;
/** A card that was refused so often within these days is not tried, not even for another period. */
const MOST_REFUSALS = 15;

/**
 * Reasons that do not change by waiting: the card networks forbid, and fine, another try with the same card. Those who need their buyer (a
 * security code, a confirmation) cannot be tried while the buyer is away.
 */
const MAY_RETRY: ReadonlySet<DeclineReason> = new Set([
  'insufficient_funds',
  'limit_exceeded',
  'issuer_unavailable',
  'issuer_declined',
  'unknown',
]);

/** Reasons that nobody mends at a stored card, beside those for which the card networks forbid every later try. */
const BARRED: ReadonlySet<DeclineReason> = new Set(['suspected_fraud', 'card_expired', 'wrong_number']);

/** The record of the card that the subscription would charge. */
export interface CardRecord {
  /** The reason why nobody may try the card any more; null where it may be tried. */
  barredBy: DeclineReason | null;
  /** The number of refusals within the days that the card networks count. */
  refusals: number;
}

/** Sums up the refusals of one card, the latest last. */
export function judgeCard(refusals: readonly { reason: DeclineReason; at: Date }[], now: Date): CardRecord {
  const since = after(now, -RETRY_WINDOW_DAYS * DAY_MS);
  return {
    barredBy: refusals.findLast(({ reason }) => isIrreversible(reason) || BARRED.has(reason))?.reason ?? null,
    refusals: refusals.filter(({ at }) => at > since).length,
  };
}

/** Returns whether there is a card that may be charged. */
export const canUseCard = ({ hasCard, card }: Pick<Facts, 'hasCard' | 'card'>): boolean =>
  hasCard && card.barredBy === null && card.refusals < MOST_REFUSALS;

/** A day more than a mandate asks for, because the sweep may come late. */
const DEBIT_DAYS = CHARGE_LEAD_DAYS + 1;

/** The kind of payment that is made for a cycle. */
export const toPaymentMethod = (method: SubscriptionMethod): PaymentMethod =>
  method === 'PIX_AUTOMATICO' ? 'PIX' : method;

export const mayRetryCard = (reason: DeclineReason | null): boolean => reason === null || MAY_RETRY.has(reason);

/** The latest try to be paid for the open cycle. */
export interface LastTry {
  /**
   * CONFIRMING: nobody knows yet whether money moved, so that nothing else may be charged. OPEN: the buyer can pay its code. FAILED: it surely
   * charged nothing.
   */
  kind: 'CONFIRMING' | 'OPEN' | 'PAID' | 'FAILED';
  attempt: number;
  method: PaymentMethod;
}

export interface Facts {
  /** Tries of the open cycle at its own price: those that were to change the plan are none. */
  tries: number;
  state: SubscriptionState;
  method: SubscriptionMethod;
  hasCard: boolean;
  /** YYYY-MM. */
  cardExpiry: string | null;
  card: CardRecord;
  /** The buyer was asked for another card before the next charge. */
  isCardAsked: boolean;
  /** The length of the trial; null where there is none. */
  trialDays: number | null;
  isTrialEndTold: boolean;
  dunning: DunningRules;
  /** The open cycle; null before its first try. */
  cycle: {
    /** The number of the try that dunning or the buyer wants. */
    wantedAttempt: number;
    dunningStep: number;
    declineReason: DeclineReason | null;
  } | null;
  /** Tries of the card of the open cycle. */
  cardAttempts: number;
  last: LastTry | null;
  /** The charge was tried in this turn, and no connection serves it. */
  isBlocked: boolean;
}

export type Step =
  | { kind: 'WAIT'; until: Date | null }
  | { kind: 'END_PERIOD' }
  | { kind: 'CHARGE' }
  /** The outcome of the last try was not reported yet. */
  | { kind: 'HEAR' }
  | { kind: 'ASK_EARLY' }
  | { kind: 'TELL_TRIAL_END' }
  | { kind: 'OVERDUE' }
  | { kind: 'DUNNING'; index: number; action: DunningAction; day: number }
  | { kind: 'END_DUNNING' };

const wait = (...times: (Date | null)[]): Step => {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return { kind: 'WAIT', until: known.length > 0 ? new Date(Math.min(...known)) : null };
};

const after = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

/** The steps of the rules in their order. Those of one day stay in the order in which they were written. */
export const stepsOf = ({ steps }: DunningRules) => [...steps].sort((one, other) => one.day - other.day);

export function decideNext(facts: Facts, now: Date): Step {
  const { state, cycle, last, dunning, method, tries } = facts;
  if (state.endedAt || state.pausedAt) return wait();
  const { next, periodEnd } = state;
  if (!next) return now >= periodEnd ? { kind: 'END_PERIOD' } : wait(periodEnd);
  if (last?.kind === 'PAID') return { kind: 'HEAR' };
  if (last?.kind === 'CONFIRMING') return wait(after(now, HOUR_MS));
  const due = next.startsAt;
  const isCard = method === 'CREDIT_CARD';
  // A bank has to know of a debit in time, whatever the seller's rule for codes is.
  const daysBefore =
    method === 'PIX_AUTOMATICO' ? Math.max(dunning.codeDaysBefore, DEBIT_DAYS) : dunning.codeDaysBefore;
  const firstAt = isCard ? due : after(due, -daysBefore * DAY_MS);
  const tried = last?.attempt ?? 0;
  // Numbers decide and no times: a try that was made is wanted no more, whatever clocks say.
  const isAsked = (cycle?.wantedAttempt ?? 0) > tried && now >= firstAt;
  const isFirst = tries === 0 && now >= firstAt;
  // A code that did not live until the due date is made anew on it.
  const isSecondCode = !isCard && tries === 1 && now >= due && !state.pastDueSince;
  // A code that its buyer asked for before the due date, and did not pay until then, takes nothing from their card.
  const isCardLeft =
    isCard && last?.kind === 'FAILED' && last.method !== 'CREDIT_CARD' && now >= due && facts.cardAttempts === 0;
  const isOpen = last?.kind === 'OPEN';
  // A buyer who has changed how they pay is charged in the new way. Should they pay the old code all the same, what comes second goes back.
  const isOtherCode = isOpen && last.method !== toPaymentMethod(method);
  const canCharge = !facts.isBlocked && (!isCard || canUseCard(facts));
  const isByPlan = !isOpen && !state.isDunningOver && (isFirst || isSecondCode || isCardLeft);
  if (canCharge && ((isAsked && (!isOpen || isOtherCode)) || isByPlan)) return { kind: 'CHARGE' };
  const soon = facts.isBlocked ? after(now, HOUR_MS / 4) : null;
  if (state.isDunningOver) return wait(soon);
  const future = tries === 0 && firstAt > now ? firstAt : null;
  if (now < due) {
    const asking = findCardNotice(facts, due);
    if (asking && asking <= now) return { kind: 'ASK_EARLY' };
    const ending = findTrialNotice(facts);
    if (ending && ending <= now) return { kind: 'TELL_TRIAL_END' };
    return wait(due, asking, ending, soon, future);
  }
  if (!state.pastDueSince) {
    const isPatient = isCard && now < after(due, PATIENCE_MS);
    if (isPatient && facts.isBlocked && tries === 0) return wait(soon);
    return isPatient && isOtherCode ? wait(after(now, HOUR_MS)) : { kind: 'OVERDUE' };
  }
  const index = cycle?.dunningStep ?? 0;
  const step = stepsOf(dunning)[index];
  const stepAt = step ? after(due, step.day * DAY_MS) : null;
  const endAt = after(due, dunning.endDay * DAY_MS);
  if (step && stepAt && stepAt <= now && stepAt <= endAt) return { kind: 'DUNNING', index, ...step };
  if (now >= endAt) return { kind: 'END_DUNNING' };
  return wait(stepAt, endAt, soon);
}

/** Returns when the buyer is asked for another card because theirs cannot be charged then; null where it can, or they were asked. */
function findCardNotice({ method, hasCard, card, cardExpiry, isCardAsked }: Facts, due: Date): Date | null {
  if (method !== 'CREDIT_CARD' || isCardAsked) return null;
  if (hasCard && card.barredBy) return after(due, -CARD_NOTICE_MS);
  if (!cardExpiry) return null;
  const [year = 0, month = 0] = cardExpiry.split('-').map(Number);
  // A card is good until the last day of its month.
  const endsAt = new Date(Date.UTC(year, month, 1, 3));
  return due >= endsAt ? after(due, -CARD_NOTICE_MS) : null;
}

/** Returns when the buyer is told that the trial ends; null where none runs, or they were told. A day's trial was told of when it began. */
function findTrialNotice({ state, trialDays, isTrialEndTold }: Facts): Date | null {
  if (state.status !== 'TRIALING' || isTrialEndTold || trialDays === null || trialDays <= 1) return null;
  return after(state.periodEnd, -(trialDays > TRIAL_NOTICE_DAYS ? TRIAL_NOTICE_DAYS : 1) * DAY_MS);
}

/** Returns whether the step of dunning makes another try of the card. A buyer who has asked for a code is left the time to pay it. */
export const retriesCard = (facts: Facts, now: Date): boolean =>
  facts.method === 'CREDIT_CARD' &&
  canUseCard(facts) &&
  facts.last?.kind !== 'OPEN' &&
  mayRetryCard(facts.cycle?.declineReason ?? null) &&
  Math.max(facts.cardAttempts, facts.card.refusals) <= facts.dunning.mostRetries &&
  now < after(facts.state.next?.startsAt ?? now, RETRY_WINDOW_DAYS * DAY_MS);
