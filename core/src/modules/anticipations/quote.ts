/** Computes which holds can be paid early, and the fee. Pure. */
import type { OpenHold } from './model.ts';

/** A hold, or a part of a hold, that is paid early. */
export interface Part {
  holdId: string;
  /** Cents. */
  amount: number;
  /** The number of whole days until its release. */
  days: number;
  fee: number;
  /** Cents of the hold that are not anticipated. */
  rest: number;
}

export interface Quote {
  /** Cents: the largest amount possible, the quoted amount, and its fee. */
  most: number;
  amount: number;
  fee: number;
  parts: Part[];
}

const DAY_MS = 86_400_000;
const WHOLE = 10_000n;

/** Returns the number of whole days left; a day that has begun is free. */
export const daysLeft = (releaseAt: Date, now: Date): number =>
  Math.max(0, Math.floor((releaseAt.getTime() - now.getTime()) / DAY_MS));

/** Returns the fee in cents, rounded up, so that small amounts also have a fee. */
export function feeOf(amount: number, days: number, basisPointsPerDay: number): number {
  const scaled = BigInt(amount) * BigInt(days) * BigInt(basisPointsPerDay);
  return Number((scaled + WHOLE - 1n) / WHOLE);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Quotes the holds that would be released first, the last one in part. Leaves out holds whose fee would take the whole amount. */
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
