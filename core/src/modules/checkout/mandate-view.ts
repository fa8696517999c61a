/** Says on the page of a payment what its buyer agrees to, and whether the agreement is there. */
import type { MandateView } from '@feira/schemas/checkout';
import type { FastifyInstance } from 'fastify';
import { findChargeOfPayment, findMandate, findMandateOfPayment, type MandateRow } from '../mandates/service.ts';
import type { Payment } from '../payments/model.ts';
import { isMandateCharge } from '../payments/service.ts';

type Rows = Pick<FastifyInstance, 'database'>;

/** Returns null where the payment has nothing to do with PIX Automático. */
export async function readMandateView(app: Rows, payment: Payment): Promise<MandateView | null> {
  const { platformId, id, method } = payment;
  if (method !== 'PIX') return null;
  if (isMandateCharge(payment)) {
    const charge = await findChargeOfPayment(app, platformId, id);
    const charged = charge && (await findMandate(app, platformId, charge.mandateRowId));
    return charged ? { ...toView(charged), face: 'DEBIT', amount: payment.amount, date: charge.dueDate } : null;
  }
  const mandate = await findMandateOfPayment(app, platformId, id);
  return mandate ? toView(mandate) : null;
}

const toView = (mandate: MandateRow): MandateView => ({
  face: faceOf(mandate),
  amount: mandate.amount ?? mandate.maxAmount ?? 0,
  isFixed: mandate.amount !== null,
  recurrenceDays: mandate.recurrenceDays,
  date: mandate.firstChargeDate,
});

/** While its code is not there, the buyer is asked for nothing; and what may still be there is not denied. */
function faceOf({ status, state, pixCode }: MandateRow): MandateView['face'] {
  if (status === 'ACTIVE') return 'ACTIVE';
  return status === 'PENDING' && state !== 'REFUSED' && pixCode !== null ? 'ASKED' : 'NONE';
}
