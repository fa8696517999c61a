/** A charge as the acquirer keeps it, what the time does to it, and how it looks on the wire. Pure. */

export type ChargeStatus =
  | 'waiting'
  | 'processing'
  | 'paid'
  | 'partially_refunded'
  | 'refused'
  | 'expired'
  | 'refunded'
  | 'charged_back';

export interface RefundRecord {
  id: string;
  reference: string;
  amount: number;
  status: 'done' | 'pending' | 'refused';
  reason: string | null;
  /** When a pending one is done. */
  doneAtMs: number | null;
}

export interface ChargeRecord {
  id: string;
  reference: string;
  method: 'pix' | 'card' | 'boleto';
  status: ChargeStatus;
  amount: number;
  payments: { id: string; amount: number; paid_at: string }[];
  refunds: RefundRecord[];
  reason: string | null;
  installments: number;
  /** Who gets which part; what is left over is the platform's. */
  shares: { receiverId: string; weight: number }[];
  pix: { code: string } | null;
  boleto: { line: string; barcode: string; url: string } | null;
  card: { brand: string | null; last_digits: string } | null;
  webhookUrl: string | null;
  refundOutcome: 'done' | 'pending' | 'refused';
  /** What happens by itself, and when. */
  next: { atMs: number; event: 'pay' | 'refuse' | 'chargeback' } | null;
  expiresAt: string;
  createdAt: string;
  /** Set by faults: what outsiders are shown in the place of the truth. */
  shown: { extraAmount: number; status: string | null };
}

export const paidAmount = (charge: ChargeRecord) => charge.payments.reduce((sum, { amount }) => sum + amount, 0);

/** Cents refunded, or with `reserved` also those on their way. */
export const refundedAmount = (charge: ChargeRecord, statuses: RefundRecord['status'][] = ['done']) =>
  charge.refunds.filter(({ status }) => statuses.includes(status)).reduce((sum, { amount }) => sum + amount, 0);

/** The status that follows from the money; a chargeback stays one. */
export function statusFromMoney(charge: ChargeRecord): ChargeStatus {
  if (charge.status === 'charged_back') return 'charged_back';
  const refunded = refundedAmount(charge);
  if (refunded === 0) return 'paid';
  return refunded < paidAmount(charge) ? 'partially_refunded' : 'refunded';
}

/** True when the clock has something to do to this charge. */
export function isDue(charge: ChargeRecord, nowMs: number): boolean {
  if (charge.next !== null && charge.next.atMs <= nowMs) return true;
  if (charge.status === 'waiting' && Date.parse(charge.expiresAt) <= nowMs) return true;
  return charge.refunds.some(({ doneAtMs }) => doneAtMs !== null && doneAtMs <= nowMs);
}

export function toWireCharge(charge: ChargeRecord) {
  const { extraAmount, status } = charge.shown;
  const paid = paidAmount(charge);
  return {
    id: charge.id,
    reference: charge.reference,
    method: charge.method,
    status: status ?? charge.status,
    amount: charge.amount + extraAmount,
    paid_amount: paid === 0 ? 0 : paid + extraAmount,
    refunded_amount: refundedAmount(charge),
    payments: charge.payments,
    reason: charge.reason,
    installments: charge.installments,
    pix: charge.pix,
    boleto: charge.boleto,
    card: charge.card,
    expires_at: charge.expiresAt,
    created_at: charge.createdAt,
  };
}
