/** What differs between a provider's answer, our payment and the ledger, and what to call it. Pure. */
import type { Difference } from './case-model.ts';

/** Cents that a provider took of a buyer and gave back or lost to their bank; null where it does not say how much. */
export interface Told {
  captured: number | null;
  returned: number | null;
}

export interface Own {
  /** The price. */
  amount: number;
  /** As the payment's own columns say. */
  captured: number;
  returned: number;
  /** What the provider holds of it by the ledger's entries. */
  held: number;
  hasEntries: boolean;
}

const name = (subject: Difference['subject'], providerAmount: number, ledgerAmount: number): Difference => ({
  subject,
  kind: ledgerAmount <= 0 ? 'MISSING' : providerAmount === 0 ? 'EXTRA' : 'AMOUNT',
  providerAmount,
  ledgerAmount,
});

/** At most one difference a payment: the first that explains the others. */
export function comparePayment(told: Told, own: Own): Difference | null {
  const captured = told.captured ?? Math.max(own.captured, own.amount);
  const returned = told.returned ?? own.returned;
  const received = own.held + own.returned;
  if (captured !== own.captured) return name('PAYMENT', captured, received === captured ? own.captured : received);
  const expected = captured - returned;
  if (own.held === expected) return returned === own.returned ? null : name('REFUND', returned, own.returned);
  if (!own.hasEntries) return name('PAYMENT', captured, 0);
  const isOfRefund = returned !== own.returned || (returned > 0 && own.held === captured);
  return isOfRefund ? name('REFUND', returned, captured - own.held) : name('PAYMENT', captured, received);
}

/** Cents that left, by the provider and by the ledger. */
export const compareWithdrawal = (told: number, posted: number): Difference | null =>
  told === posted ? null : name('WITHDRAWAL', told, posted);
