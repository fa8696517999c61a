/** Compares a provider's answer with the payment and the ledger. Pure. */
import type { Difference } from './case-model.ts';

/** Cents that the provider captured, and returned by refund or chargeback; null where it reports no amount. */
export interface Reported {
  captured: number | null;
  returned: number | null;
  /** The provider tells what went back of a charge that it no longer calls paid, and not what came in. */
  isGone?: true;
}

export interface Recorded {
  /** The price. */
  amount: number;
  /** Cents by the payment's row. */
  captured: number;
  returned: number;
  /** Cents that the provider holds by the ledger's entries. */
  held: number;
  hasEntries: boolean;
  /** Cents that are held, neither kept as the price nor on their way back. */
  unreturned: number;
}

const toDifference = (subject: Difference['subject'], providerAmount: number, ledgerAmount: number): Difference => ({
  subject,
  kind: ledgerAmount <= 0 ? 'MISSING' : providerAmount === 0 ? 'EXTRA' : 'AMOUNT',
  providerAmount,
  ledgerAmount,
});

/** Returns at most one difference of a payment: the first that explains the others. */
export function comparePayment(reported: Reported, recorded: Recorded): Difference | null {
  const captured = reported.captured ?? Math.max(recorded.captured, recorded.amount);
  const returned = reported.returned ?? recorded.returned;
  const received = recorded.held + recorded.returned;
  if (captured !== recorded.captured)
    return toDifference('PAYMENT', captured, received === captured ? recorded.captured : received);
  const expected = captured - returned;
  if (recorded.held === expected) {
    if (returned !== recorded.returned) return toDifference('REFUND', returned, recorded.returned);
    const { held, unreturned } = recorded;
    if (unreturned === 0) return null;
    return { subject: 'PAYMENT', kind: 'UNRETURNED', providerAmount: held, ledgerAmount: held - unreturned };
  }
  if (!recorded.hasEntries) return toDifference('PAYMENT', captured, 0);
  const isOfRefund = returned !== recorded.returned || (returned > 0 && recorded.held === captured);
  return isOfRefund
    ? toDifference('REFUND', returned, captured - recorded.held)
    : toDifference('PAYMENT', captured, received);
}

/** One charge as its provider reports it. */
export interface ReportedCharge extends Reported {
  attemptId: string;
}

/**
 * Compares what the provider holds of each charge with what our evidence says of it, in cents by attempt. The sums of a payment may agree
 * where one charge holds too much and another too little. Returns the first difference.
 */
export function compareCharges(
  reported: readonly ReportedCharge[],
  held: ReadonlyMap<string, number>,
): Difference | null {
  for (const { attemptId, captured, returned } of reported) {
    if (captured === null || returned === null) continue;
    const ours = held.get(attemptId) ?? 0;
    if (captured - returned !== ours) return toDifference('PAYMENT', captured - returned, ours);
  }
  return null;
}

/** Completes a charge that its provider calls gone by our evidence. Money that nobody here saw come and go is nothing here. */
export function completeGone(charge: ReportedCharge, ours: { captured: number } | undefined): ReportedCharge {
  if (!charge.isGone) return charge;
  return ours ? { ...charge, captured: ours.captured } : { ...charge, captured: 0, returned: 0 };
}

/** Compares the cents that were sent, by the provider and by the ledger. */
export const compareWithdrawal = (reported: number, posted: number): Difference | null =>
  reported === posted ? null : toDifference('WITHDRAWAL', reported, posted);
