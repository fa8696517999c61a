/** Computes the parts of sales that their provider splits itself: those it is told, and those that people's accounts with it then hold. */
import type { Split } from '@feira/schemas/provider';
import type { ProviderSplit, Terms } from './model.ts';
import { sharesBetween } from './terms.ts';

export const isSplit = ({ splits }: Terms): boolean => Object.keys(splits ?? {}).length > 0;

/**
 * Cents of so much of a charge that the provider of this attempt holds for each person. `before` are the cents of the price that the
 * charges before it hold: of a price that came in parts, each charge carries the shares of its own part.
 */
export function partsAtReceivers(terms: Terms, attemptId: string, held: number, before = 0): Map<string, number> {
  const parts = new Map<string, number>();
  const split = terms.splits?.[attemptId];
  if (!split || held <= 0) return parts;
  const from = Math.min(split.from ?? 0, before);
  for (const { personId, amount } of sharesBetween(terms, from, from + held)) {
    if (personId && amount > 0 && split.receivers[personId]) parts.set(personId, (parts.get(personId) ?? 0) + amount);
  }
  return parts;
}

/**
 * Returns the split block of an attempt over these cents, each receiver once; undefined where its provider splits nothing. Everybody
 * answers for chargebacks of their own part. The provider's price and odd cents are the platform's matter.
 */
export function toSplits(terms: Terms, attemptId: string, asked: number): Split[] | undefined {
  const split = terms.splits?.[attemptId];
  return split && toBlock(split, partsAtReceivers(terms, attemptId, asked, split.from), asked);
}

/**
 * The split block of a refund: the cents that each receiver gives back are those by which their part of what the charge holds shrinks, so that
 * refunds of any size and in any order leave with everybody what the ledger says. Undefined where the provider split nothing.
 */
export function toRefundSplits(
  terms: Terms,
  attemptId: string,
  { held, amount }: { held: number; amount: number },
): Split[] | undefined {
  const split = terms.splits?.[attemptId];
  if (!split) return undefined;
  const price = terms.shares.reduce((sum, share) => sum + share.amount, 0) - (split.from ?? 0);
  // Money paid beyond the price belongs to no receiver.
  const partsOf = (cents: number) => partsAtReceivers(terms, attemptId, Math.min(price, cents), split.from);
  const left = partsOf(held - amount);
  const parts = new Map(
    [...partsOf(held)].map(([personId, part]) => [personId, Math.max(0, part - (left.get(personId) ?? 0))]),
  );
  return toBlock(split, limitTo(parts, amount), amount);
}

/** Takes the cents that rounding put beyond the sum from the largest parts. */
function limitTo(parts: Map<string, number>, most: number): Map<string, number> {
  let beyond = [...parts.values()].reduce((sum, part) => sum + part, 0) - most;
  const limited = new Map(parts);
  for (const [personId, part] of [...parts].toSorted(([, one], [, other]) => other - one)) {
    const cents = Math.max(0, Math.min(beyond, part));
    limited.set(personId, part - cents);
    beyond -= cents;
  }
  return limited;
}

function toBlock(split: ProviderSplit, parts: Map<string, number>, asked: number): Split[] {
  const amounts = new Map<string, number>();
  const add = (recipientId: string, amount: number) =>
    amounts.set(recipientId, (amounts.get(recipientId) ?? 0) + amount);
  let rest = asked;
  for (const [personId, amount] of parts) {
    if (amount > 0) add(split.receivers[personId] as string, amount);
    rest -= amount;
  }
  if (split.own && rest > 0) add(split.own, rest);
  return [...amounts].map(([recipientId, amount]) => {
    const isOwn = recipientId === split.own;
    return { recipientId, amount, type: 'FIXED', chargeProcessingFee: isOwn, chargeRemainder: isOwn, liable: true };
  });
}
