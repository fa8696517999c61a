/** Shows a charge of the book as Pagar.me does: an order with one charge, and the charge's latest transaction. */
import type { BookedCharge } from '@feira/plugin-kit';

import { toTime } from './wire.ts';

/** The fields of an order that Pagar.me keeps beyond the kit's book. */
export interface ChargeData {
  chargeId: string;
  customer: unknown;
  metadata: unknown;
  behaviour: Behaviour | undefined;
  /** The fields about its method that every transaction shows. */
  details: Record<string, unknown>;
}
export type Charge = BookedCharge<ChargeData>;

const METHODS = { PIX: 'pix', CREDIT_CARD: 'credit_card', BILLET: 'boleto' } as const;
const REFUSAL = { acquirer_message: 'Transação não autorizada pelo emissor', acquirer_return_code: '51' };

export function statusOf({ status, method, paidAmount, amount }: Charge): string {
  switch (status) {
    case 'WAITING':
    case 'AUTHORIZED':
      return 'pending';
    case 'PROCESSING':
      return 'processing';
    case 'REFUSED':
      return 'failed';
    case 'EXPIRED':
      return method === 'PIX' ? 'failed' : 'canceled';
    case 'CHARGED_BACK':
      return 'chargedback';
    case 'REFUNDED':
    case 'CANCELED':
      return 'canceled';
    case 'UNKNOWN':
      return 'quarantined';
    default:
      return paidAmount < amount ? 'underpaid' : paidAmount > amount ? 'overpaid' : 'paid';
  }
}

function toOrderStatus(charge: Charge): string {
  const status = statusOf(charge);
  if (status === 'underpaid' || status === 'processing') return 'pending';
  return status === 'overpaid' || status === 'chargedback' ? 'paid' : status;
}

/** A refund that a person made in the panel leaves nothing of the payment but canceled_amount, as real records show. */
const isVoided = ({ status, refunds }: Pick<Charge, 'status' | 'refunds'>) =>
  status === 'REFUNDED' && refunds.at(-1)?.by === 'PANEL';

/** The latest transaction: money that came or went, or what became of a charge without any. */
function toTransaction({ data, status, method, amount, payments, refunds }: Charge) {
  const isCard = method === 'CREDIT_CARD';
  const id = `tran_${data.chargeId.slice('ch_'.length)}`;
  const base = { id, transaction_type: METHODS[method], amount, success: true, ...data.details };
  if (status === 'REFUSED') return { ...base, status: 'not_authorized', success: false, ...REFUSAL };
  if (status === 'EXPIRED' && method === 'PIX') return { ...base, status: 'failed', success: false };
  if (status === 'CANCELED') return { ...base, status: 'voided' };
  const moved = refunds.filter((refund) => refund.status === 'DONE' || refund.status === 'PENDING');
  const [payment, refund] = [payments.at(-1), moved.at(-1)];
  if (isVoided({ status, refunds })) return { ...base, id: refund!.id, status: 'voided' };
  if (refund && refund.sequence > (payment?.sequence ?? -1)) {
    const word = refund.status === 'DONE' ? 'refunded' : 'pending_refund';
    return { ...base, id: refund.id, amount: refund.amount, status: word };
  }
  if (payment) {
    const paid = { ...base, id: `${id}${payment.sequence}`, amount: payment.amount };
    return isCard ? { ...paid, status: 'captured' } : { ...paid, status: 'paid', end_to_end_id: payment.id };
  }
  if (status === 'AUTHORIZED') return { ...base, status: 'authorized_pending_capture' };
  return { ...base, status: status === 'PROCESSING' ? 'analyzing' : 'waiting_payment' };
}

const toTimes = ({ createdAt, payments, refunds }: Charge) => {
  const times = [createdAt, ...payments.map(({ paidAt }) => paidAt), ...refunds.map((refund) => refund.createdAt)];
  return { created_at: toTime(createdAt), updated_at: toTime(times.sort().at(-1)!) };
};

/** The charge on its own, with the order inside. */
export function toWireCharge(charge: Charge, withOrder = true) {
  const { reference, data, amount, paidAmount, refundedAmount, payments } = charge;
  const canceled = charge.status === 'CANCELED' ? amount : refundedAmount;
  const times = toTimes(charge);
  return {
    id: data.chargeId,
    code: reference,
    amount,
    ...(paidAmount > 0 && !isVoided(charge) && { paid_amount: paidAmount, paid_at: toTime(payments.at(-1)!.paidAt) }),
    ...(canceled > 0 && { canceled_amount: canceled }),
    status: statusOf(charge),
    currency: 'BRL',
    payment_method: METHODS[charge.method],
    ...(statusOf(charge) === 'canceled' && { canceled_at: times.updated_at }),
    ...times,
    last_transaction: toTransaction(charge),
    ...(withOrder && {
      order: { id: charge.transactionId, code: reference, amount, status: toOrderStatus(charge) },
    }),
  };
}

export const toWireOrder = (charge: Charge) => ({
  id: charge.transactionId,
  code: charge.reference,
  amount: charge.amount,
  customer: charge.data.customer,
  currency: 'BRL',
  closed: true,
  status: toOrderStatus(charge),
  ...toTimes(charge),
  metadata: charge.data.metadata,
  charges: [toWireCharge(charge, false)],
});

/** The fate of a card's charges; the number itself is never kept. */
export type Behaviour = 'approve' | 'refuse' | 'process-then-approve' | 'process-then-refuse';
