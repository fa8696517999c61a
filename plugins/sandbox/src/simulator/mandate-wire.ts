/** Maps mandates and their charges of the book to the acquirer's wire format. */
import type { BookedMandate, BookedMandateCharge, BookedMandateRefund } from '@feira/plugin-kit';

/** The fields of a mandate, or of a charge of one, that the acquirer keeps beyond the kit's book. */
export interface MandateData {
  code: string | null;
  webhookUrl: string | null;
}
type Mandate = BookedMandate<MandateData>;
type Charge = BookedMandateCharge<MandateData>;

const MANDATE_WORDS: Record<Mandate['status'], string> = {
  PENDING: 'waiting',
  ACTIVE: 'active',
  REJECTED: 'refused',
  EXPIRED: 'expired',
  CANCELED: 'canceled',
  UNKNOWN: 'quarantined',
};
const CHARGE_WORDS: Record<Charge['status'], string> = {
  PENDING: 'scheduled',
  APPROVED: 'paid',
  REJECTED: 'refused',
  EXPIRED: 'expired',
  CANCELED: 'canceled',
  UNKNOWN: 'quarantined',
};

export const mandateEventOf = ({ status }: Mandate) => `mandate.${MANDATE_WORDS[status]}`;
export const chargeEventOf = ({ status }: Charge) => `mandate_charge.${CHARGE_WORDS[status]}`;

export const toWireMandate = (mandate: Mandate) => ({
  id: mandate.id,
  reference: mandate.reference,
  status: MANDATE_WORDS[mandate.status],
  journey: mandate.journey,
  code: mandate.data.code,
  amount: mandate.amount,
  max_amount: mandate.maxAmount,
  first_charge_date: mandate.firstChargeDate,
  end_date: mandate.endDate,
  charge_id: mandate.chargeId,
  ended_by: mandate.endedBy?.toLowerCase() ?? null,
  created_at: mandate.createdAt,
});

export const toWireMandateRefund = ({ id, reference, amount }: BookedMandateRefund) => ({ id, reference, amount });

export const toWireMandateCharge = (charge: Charge) => ({
  id: charge.id,
  mandate_id: charge.mandateId,
  reference: charge.reference,
  status: CHARGE_WORDS[charge.status],
  amount: charge.amount,
  due_date: charge.dueDate,
  payments: charge.payments.map(({ id, amount, paidAt }) => ({ id, amount, paid_at: paidAt })),
  refunds: charge.refunds.map(toWireMandateRefund),
  attempts: charge.attempts.map(({ id, date, status, reason }) => ({
    id,
    date,
    status: status === 'REJECTED' ? 'refused' : status.toLowerCase(),
    reason,
  })),
  reason: charge.reason,
  ended_by: charge.endedBy?.toLowerCase() ?? null,
  created_at: charge.createdAt,
});
