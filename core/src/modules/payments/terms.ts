/** Splits a charge into shares. They are decided at the purchase and kept with the payment: rules that change later do not touch them. */
import { allocate } from '@feira/schemas/rules/allocation';
import type { Rate, Rates } from '../fees/model.ts';
import type { Share, Terms } from './model.ts';

const WHOLE = 10_000;
const part = (amount: number, basisPoints: number) => Math.floor((amount * basisPoints) / WHOLE);
const charge = (amount: number, { basisPoints, fixed }: Rate) => Math.min(amount, part(amount, basisPoints) + fixed);

/** Returns the cents that a provider keeps of a charge. */
export const costOf = ({ cost }: Rates, amount: number): number => charge(amount, cost);

/** `total` is the price with freight, `amount` what the buyer is charged: the difference is the interest of installments. */
export function splitSale(rates: Rates, sale: { sellerId: string; total: number; amount: number }): Terms {
  const { affiliate, manager, coProducers } = rates;
  const fee = charge(sale.total, rates.fee);
  const managed = manager ? Math.min(fee, part(sale.total, manager.basisPoints)) : 0;
  const earned = sale.total - fee;
  const brokered = affiliate ? part(earned, affiliate.basisPoints) : 0;
  const parts = allocate(
    earned - brokered,
    coProducers.map(({ personId, basisPoints }) => ({ key: personId, weight: basisPoints })),
    WHOLE,
    sale.sellerId,
  );
  const shares: Share[] = [
    { role: 'PLATFORM', personId: null, amount: fee - managed },
    { role: 'INTEREST', personId: null, amount: sale.amount - sale.total },
    { role: 'manager', personId: manager?.personId ?? null, amount: managed },
    {
      role: 'affiliate',
      personId: affiliate?.personId ?? null,
      amount: brokered,
      basisPoints: affiliate?.basisPoints ?? 0,
    },
    ...coProducers.map(
      ({ personId, basisPoints }): Share => ({
        role: 'co-producer',
        personId,
        amount: parts.get(personId) ?? 0,
        basisPoints,
      }),
    ),
    { role: 'seller', personId: sale.sellerId, amount: parts.get(sale.sellerId) ?? 0 },
  ];
  return {
    cost: costOf(rates, sale.amount),
    shares: shares.filter(({ amount, role }) => amount > 0 || role === 'seller'),
    release: rates.release,
    guaranteeDays: rates.guaranteeDays,
    affiliationId: affiliate?.affiliationId ?? null,
    fee: rates.fee,
  };
}

/**
 * Each share of what is left of a charge after a part of it went back: rounded down, and the seller takes what that leaves
 * over. Depends on nothing but what is left, so that refunds in any order and size end at nothing.
 */
export function sharesOf({ shares }: Terms, kept: number): Share[] {
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  const scaled = shares.map((share) => ({
    ...share,
    amount: amount === 0 ? 0 : Number((BigInt(share.amount) * BigInt(kept)) / BigInt(amount)),
  }));
  const rest = kept - scaled.reduce((sum, share) => sum + share.amount, 0);
  return scaled.map((share) => (share.role === 'seller' ? { ...share, amount: share.amount + rest } : share));
}

/**
 * Each share of the cents of a price between two sums that were kept of it, so that the parts of a price that comes, or stays, in pieces
 * sum to its shares to the cent. Nobody's is below zero: where rounding would take cents back from a share, the largest bear it.
 */
export function sharesBetween(terms: Terms, from: number, to: number): Share[] {
  const before = sharesOf(terms, from);
  const parts = sharesOf(terms, to).map((share, index) => ({
    ...share,
    amount: share.amount - (before[index]?.amount ?? 0),
  }));
  let owed = parts.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);
  const borne = new Map<Share, number>();
  for (const share of parts.toSorted((one, other) => other.amount - one.amount)) {
    const cents = Math.min(owed, Math.max(0, share.amount));
    borne.set(share, cents);
    owed -= cents;
  }
  return parts.map((share) => ({ ...share, amount: Math.max(0, share.amount) - (borne.get(share) ?? 0) }));
}
