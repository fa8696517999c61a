/** Decides what it costs to move a subscription to another offer, and when it holds. Pure: page, preview and charge come to the same cents. */
import type { PlanChangeRefusal, SubscriptionMethod, SubscriptionTerms } from '../src/subscription.ts';
import { MINIMUM_CHARGE } from './order-price.ts';
import { type Frequency, lengthOf, priceCharge, type SubscriptionState } from './subscription.ts';

const DAY_MS = 86_400_000;
/** Sellers tell their buyers of a higher price so long before it is charged. */
export const NOTICE_DAYS = 10;
/** A code has to be over before the period ends, so that it never meets the code of the next period. */
const CODE_DAYS = { CREDIT_CARD: 0, PIX: 2, BILLET: 6 } as const;

/** The price of a plan in each of its periods. */
export interface PlanPrice extends Frequency {
  amount: number;
}

/** The ways to pay what an upgrade costs at once. */
export type PlanMethod = keyof typeof CODE_DAYS;

/** Returns why a subscription cannot change its plan now; null where it can. */
export function findPlanRefusal(
  state: Pick<SubscriptionState, 'endedAt' | 'pastDueSince' | 'pausedAt' | 'cancelAtPeriodEnd' | 'next' | 'periodEnd'>,
  {
    terms,
    method,
    isChargeOpen,
    now,
  }: { terms: Pick<SubscriptionTerms, 'cycles'>; method: SubscriptionMethod; isChargeOpen: boolean; now: Date },
): PlanChangeRefusal | null {
  if (state.endedAt) return 'ENDED';
  if (state.pausedAt) return 'PAUSED';
  if (state.cancelAtPeriodEnd) return 'CANCEL_ORDERED';
  // The number of charges is a part of what was promised.
  if (terms.cycles !== null) return 'FIXED_CYCLES';
  if (state.pastDueSince || !state.next || state.periodEnd <= now) return 'PAST_DUE';
  // The bank pays what the buyer has agreed to in its app, in the period that they have agreed to.
  if (method === 'PIX_AUTOMATICO') return 'MANDATE';
  return isChargeOpen ? 'CHARGE_OPEN' : null;
}

/** Tells whether a plan costs more for each day than another. */
export const isDearer = (plan: PlanPrice, than: PlanPrice): boolean =>
  plan.amount * lengthOf(than) > than.amount * lengthOf(plan);

/** Returns the days of a period that are not used yet. The day that has begun is the buyer's. */
export function countUnusedDays(start: Date, end: Date, now: Date): { unused: number; days: number } {
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
  const left = Math.ceil((end.getTime() - Math.max(now.getTime(), start.getTime())) / DAY_MS);
  return { unused: Math.min(days, Math.max(0, left)), days };
}

/** Returns the cents that the unused part of a paid period is worth. Half a cent is the buyer's. */
export const creditOf = (worth: number, { unused, days }: { unused: number; days: number }): number =>
  Math.round((worth * unused) / days);

interface Asked {
  terms: SubscriptionTerms;
  state: SubscriptionState;
  plan: PlanPrice;
  /** Cents of the running period that its buyer has paid and not got back; credits count as paid. */
  worth: number;
  by: 'BUYER' | 'SELLER';
  /** The ways to pay an upgrade: a stored card, or a code. */
  methods: readonly PlanMethod[];
  /** The price of the next cycle is written already, and its charge may be on its way. */
  isWritten: boolean;
  now: Date;
}

export type PlanChange =
  /** The unused days are credited, the rest is charged now, and a period of the new plan begins with the payment. */
  | {
      effect: 'NOW';
      cycle: number;
      credit: number;
      unusedDays: number;
      charge: number;
      discount: number;
      methods: PlanMethod[];
    }
  /** From the cycle on. Nothing is charged before. */
  | { effect: 'LATER'; cycle: number; at: Date; charge: number; discount: number };

/**
 * Returns what the change costs and from when it holds. An upgrade of the buyer's holds at once. A seller never charges at once: a plan that
 * costs more holds from the first charge that the buyer hears of in time. Throws nothing: call `findPlanRefusal` before.
 */
export function planChange({
  terms,
  state,
  plan,
  worth,
  by,
  methods: given,
  isWritten,
  now,
}: Asked): PlanChange | null {
  const { next, periodStart, periodEnd } = state;
  if (!next) return null;
  const isUpgrade = isDearer(plan, state.plan);
  const msLeft = periodEnd.getTime() - now.getTime();
  const isFree = terms.trialDays !== null && state.cycle === 1 && terms.firstAmount === 0;
  if (isUpgrade && by === 'BUYER' && !isFree) {
    const days = countUnusedDays(periodStart, periodEnd, now);
    const credit = creditOf(worth, days);
    const { amount, discount } = priceCharge(terms, next.number, plan.amount);
    const charge = amount - credit;
    const methods = given.filter((method) => msLeft > CODE_DAYS[method] * DAY_MS);
    // Nobody can be charged less: then what was paid lasts until the end of its period.
    if (charge >= MINIMUM_CHARGE && methods.length > 0)
      return { effect: 'NOW', cycle: next.number, credit, unusedDays: days.unused, charge, discount, methods };
  }
  const isTold = by === 'BUYER' || !isUpgrade || next.startsAt.getTime() - now.getTime() >= NOTICE_DAYS * DAY_MS;
  const isNext = isTold && !isWritten;
  const cycle = isNext ? next.number : next.number + 1;
  const { amount, discount } = priceCharge(terms, cycle, plan.amount);
  return { effect: 'LATER', cycle, at: isNext ? next.startsAt : next.endsAt, charge: amount, discount };
}
