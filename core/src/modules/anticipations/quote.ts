/** What could be paid before its time, and what that costs. Pure. */
import type { OpenHold } from './model.ts';

/** A hold, or a part of one, that is to be paid before its time. */
export interface Part {
  holdId: string;
  /** Cents. */
  amount: number;
  /** Whole days left. */
  days: number;
  fee: number;
  /** What of the hold stays as it is. */
  rest: number;
}

export interface Quote {
  /** Cents: what could be had at most, what of it is meant, and what that costs. */
  most: number;
  amount: number;
  fee: number;
  parts: Part[];
}

const DAY_MS = 86_400_000;
const WHOLE = 10_000n;

/** A day that has begun already is not charged for. */
export const daysLeft = (releaseAt: Date, now: Date): number =>
  Math.max(0, Math.floor((releaseAt.getTime() - now.getTime()) / DAY_MS));

/** Rounded up, so that a fee never falls to nothing on small sums. */
export function feeOf(amount: number, days: number, basisPointsPerDay: number): number {
  const scaled = BigInt(amount) * BigInt(days) * BigInt(basisPointsPerDay);
  return Number((scaled + WHOLE - 1n) / WHOLE);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * Takes what would be released first, and of the last hold only as much as is asked for. Holds that would cost all they
 * bring are left out.
 */
export function quoteHolds(
  holds: readonly OpenHold[],
  terms: { basisPointsPerDay: number; amount?: number | undefined; now: Date },
): Quote {
  const { basisPointsPerDay, now } = terms;
  const worthwhile = holds
    .map((hold) => ({ ...hold, days: daysLeft(hold.releaseAt, now) }))
    .filter(({ amount, days }) => feeOf(amount, days, basisPointsPerDay) < amount);
  const most = sum(worthwhile.map(({ amount }) => amount));
  const wanted = Math.min(terms.amount ?? most, most);
  const parts: Part[] = [];
  let remaining = wanted;
  for (const { id, amount: held, days } of worthwhile) {
    if (remaining === 0) break;
    const amount = Math.min(held, remaining);
    parts.push({ holdId: id, amount, days, fee: feeOf(amount, days, basisPointsPerDay), rest: held - amount });
    remaining -= amount;
  }
  return { most, amount: wanted, fee: sum(parts.map(({ fee }) => fee)), parts };
}
