/** Computes the parts of sales that their provider splits itself: those it is told, and those that people's accounts with it then hold. */
import type { Split } from '@feira/schemas/provider';
import type { Terms } from './model.ts';
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
 * The split block of an attempt that asks for so many cents, each receiver once; undefined where its provider splits nothing. Everybody
 * answers for chargebacks of their own part. The provider's price and odd cents are the platform's matter.
 */
export function toSplits(terms: Terms, attemptId: string, asked: number): Split[] | undefined {
  const split = terms.splits?.[attemptId];
  if (!split) return undefined;
  const amounts = new Map<string, number>();
  const add = (recipientId: string, amount: number) =>
    amounts.set(recipientId, (amounts.get(recipientId) ?? 0) + amount);
  let rest = asked;
  for (const [personId, amount] of partsAtReceivers(terms, attemptId, asked, split.from)) {
    add(split.receivers[personId] as string, amount);
    rest -= amount;
  }
  if (split.own && rest > 0) add(split.own, rest);
  return [...amounts].map(([recipientId, amount]) => {
    const isOwn = recipientId === split.own;
    return { recipientId, amount, type: 'FIXED', chargeProcessingFee: isOwn, chargeRemainder: isOwn, liable: true };
  });
}
