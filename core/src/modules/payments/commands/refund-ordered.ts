/** A person authorised that a part of the price goes back. */
import { newId } from '../../../shared/ids.ts';
import { type Payment, REQUESTED, type Refund, type RefundAuthor } from '../model.ts';
import { attemptOf, sumOf } from '../questions.ts';
import { keptOf, reducePayment, returnedOf } from '../status.ts';
import { type Handler, toDraft } from './draft.ts';

/** A refund of a part of the price that a person authorised. */
export interface RefundOrder extends RefundAuthor {
  id: string;
  /** Cents. */
  amount: number;
}

export interface RefundOrdered {
  kind: 'REFUND_ORDERED';
  order: RefundOrder;
}

export const refundOrdered: Handler<RefundOrdered> = {
  allows: (payment, { order: { id, amount } }) =>
    payment.refunds.every((item) => item.id !== id) && refundRefusalOf(payment, amount) === null,
  apply: (payment, { order }) => ({
    ...toDraft(payment),
    refunds: [...payment.refunds, ...toRefunds(payment, order)],
    returningAmount: returnedOf(payment) + order.amount,
    isOrder: true,
  }),
};

export type RefundRefusal = 'NOT_PAID' | 'DISPUTED' | 'SURPLUS_FIRST' | 'TOO_MUCH';

/** Returns why cents of the price may not be given back now; null where they may. */
export function refundRefusalOf(payment: Payment, amount: number): RefundRefusal | null {
  if (payment.hasOpenDispute || payment.status === 'CHARGEBACK') return 'DISPUTED';
  if (payment.status !== 'APPROVED') return payment.status === 'REFUNDED' ? 'TOO_MUCH' : 'NOT_PAID';
  if (amount > keptOf(payment)) return 'TOO_MUCH';
  // Afterwards the evidence could not tell whether the surplus or the price went back.
  if (reducePayment(payment, payment.evidence).returns.length > 0) return 'SURPLUS_FIRST';
  return sumOf(splitOverCharges(payment, amount).map((piece) => piece.amount)) < amount ? 'TOO_MUCH' : null;
}

/** A price that was paid in pieces goes back in pieces. */
function splitOverCharges(payment: Payment, amount: number): Pick<Refund, 'attemptId' | 'amount'>[] {
  let left = amount;
  return payment.charges.flatMap((charge) => {
    const attempt = attemptOf(payment, charge);
    if (!attempt) return [];
    const ordered = payment.refunds.filter((item) => item.attemptId === attempt.id && item.state !== 'REFUSED');
    const free = charge.captured - Math.max(charge.refunded, sumOf(ordered.map((item) => item.amount)));
    const piece = Math.min(left, free);
    if (piece <= 0) return [];
    left -= piece;
    return [{ attemptId: attempt.id, amount: piece }];
  });
}

/** The first piece has the order's own id. */
const toRefunds = (payment: Payment, { id, amount, ...author }: RefundOrder): Refund[] =>
  splitOverCharges(payment, amount).map((piece, index) => ({
    ...REQUESTED,
    ...author,
    ...piece,
    id: index === 0 ? id : newId(),
    cause: 'WANTED',
  }));
