/** Schedules the janitor's questions to the provider. Pure; all times in ms. */
import { fromSaoPaulo, toSaoPauloDate } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import { BILLET_CLEARING_DAYS } from '@feira/schemas/rules/boleto';
import { addBankDays, toBankDay } from '../../shared/bank-days.ts';
import { DOUBT_SECONDS, notBefore } from '../provider-orders/service.ts';
import type { AttemptState } from './model.ts';
import type { PaymentState } from './status.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** An unanswered call: often at first, since a buyer waits; then as Kill Bill's janitor does, for days. */
const UNKNOWN_STEPS = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];
/** A charge waiting for its buyer: webhooks report first, these checks only cover the lost ones. */
const PENDING_STEPS = [2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
/** A charge without a code to pay it by: its buyer looks at an empty page. Providers that register a boleto first have it within seconds. */
const CODE_STEPS = [2, 4, 8, 16, 30, 60].map((seconds) => seconds * SECOND).concat(PENDING_STEPS);
/** A card in review is decided within minutes. */
const CARD_STEPS = [10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];
/** Money that arrives after expiry normally comes with a webhook; this is the net under it. */
const LATE_CHECK = 24 * HOUR;
/** A charge beside the one that decided: it may show up later than the provider promises, or be paid after its code has expired. */
const DOUBT_STEPS = DOUBT_SECONDS.map((seconds) => seconds * SECOND);
/** A provider that cannot be reached is not asked more often. */
const UNREACHED = 30 * SECOND;
/** The time after expiry in which a provider may still settle a payment made in the last second. */
export const EXPIRY_GRACE_MS = 2 * MINUTE;

/**
 * Returns until when a payment of the last day may still be confirmed. Only after it is the payment over. A boleto that is due on a day on
 * which banks are closed can be paid on their next one.
 */
export function confirmableUntil(method: PaymentMethod, expiresAt: Date): Date {
  if (method !== 'BILLET') return new Date(expiresAt.getTime() + EXPIRY_GRACE_MS);
  return new Date(fromSaoPaulo(addBankDays(toBankDay(toSaoPauloDate(expiresAt)), BILLET_CLEARING_DAYS)));
}

const step = (steps: readonly number[], checks: number) => steps[Math.min(checks, steps.length - 1)] as number;

export interface Standing {
  state: Pick<PaymentState, 'status' | 'isProvisional'>;
  attemptState: AttemptState;
  method: PaymentMethod;
  expiresAt: Date;
  /** The provider has made the charge and not told yet how to pay it. */
  lacksCode: boolean;
  /** Amounts that cards hold are still to be captured, or to be let go. */
  hasHoldOrders?: boolean;
  /** The end of the next step that the buyer has to take. */
  stepEndsAt?: Date | null;
  /** A charge may show up that did not decide the payment: a call is said to have made none, or another code has replaced one. */
  mayHaveOther: boolean;
  /** The number of times that the janitor has asked already. */
  checks: number;
  /** True if the status has just changed, or an event reported something. */
  isNews: boolean;
  /** True if the check that has just ended reached no provider. */
  isUnreached?: boolean | undefined;
  /** The provider asked not to be called before this time. */
  retryAt?: Date | undefined;
  /** A lost call is looked up then at the latest. */
  lookBy?: Date | undefined;
}

/** null: nothing is open. */
export function nextCheck(standing: Standing, now: Date): Date | null {
  const next = nextStepOf(standing, now);
  return next && notBefore(standing.retryAt, next);
}

function nextStepOf(standing: Standing, now: Date): Date | null {
  const {
    state,
    attemptState,
    method,
    expiresAt,
    lacksCode,
    hasHoldOrders = false,
    stepEndsAt = null,
    mayHaveOther,
    checks,
    isNews,
    isUnreached = false,
    lookBy,
  } = standing;
  if (attemptState === 'PARKED') return null;
  const after = (delayMs: number) => new Date(now.getTime() + (isUnreached ? Math.max(delayMs, UNREACHED) : delayMs));
  if (attemptState === 'CREATED' || attemptState === 'UNKNOWN' || state.isProvisional) {
    const next = after(step(UNKNOWN_STEPS, checks));
    return lookBy && lookBy > now && lookBy < next ? lookBy : next;
  }
  if (state.status === 'PENDING' || hasHoldOrders) {
    const expiry = stepEndsAt
      ? new Date(Math.min(stepEndsAt.getTime() + EXPIRY_GRACE_MS, expiresAt.getTime()))
      : confirmableUntil(method, expiresAt);
    const steps = method === 'CREDIT_CARD' ? CARD_STEPS : lacksCode ? CODE_STEPS : PENDING_STEPS;
    const soon = after(step(steps, checks));
    return expiry > now && expiry < soon ? expiry : soon;
  }
  if (state.status === 'CANCELED' && isNews) return after(LATE_CHECK);
  return mayHaveOther && checks < DOUBT_STEPS.length ? after(step(DOUBT_STEPS, checks)) : null;
}
