/** Settles a refund whose provider does not answer: a person who asked the provider enters the outcome. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { recordEvent } from '../audit/service.ts';
import { checkPayment, endRefund, lockPayment } from '../payments/service.ts';
import type { RefundCall } from './authorise.ts';
import { selectOverdue } from './views.ts';

export interface Settlement {
  refundId: string;
  outcome: 'DONE' | 'REFUSED';
  note: string;
}

/** Asks the provider once more first, because its answer overrules the person's. */
export async function settleRefund(
  app: FastifyInstance,
  { platform, person, request }: Pick<RefundCall, 'platform' | 'person' | 'request'>,
  { refundId: id, outcome, note }: Settlement,
): Promise<void> {
  const found = await app.database.find(platform.id, selectOverdue(platform.id, id), true);
  if (!found) throw new AppError('REFUND_NOT_FOUND', { fields: ['refundId'] });
  if (!found.isOverdue) throw new AppError('REFUND_NOT_OVERDUE', { fields: ['refundId'] });
  await checkPayment(app, platform.id, found.paymentId);
  await app.database.transaction(platform.id, async (transaction) => {
    const payment = await lockPayment(transaction, platform.id, found.paymentId);
    const end = { id, reason: outcome === 'REFUSED' ? note : null, providerRefundId: null };
    const isSeen = await endRefund(app, transaction, payment, {
      ...end,
      state: 'DONE',
      reason: null,
      isOnlyIfSeen: true,
    });
    // The provider may by now report another outcome than the person entered.
    if (isSeen && outcome === 'REFUSED') throw new AppError('REFUND_NOT_OVERDUE', { fields: ['refundId'] });
    if (!isSeen && !(await endRefund(app, transaction, payment, { ...end, state: outcome })))
      throw new AppError('REFUND_NOT_OVERDUE', { fields: ['refundId'] });
    await transaction.runAll([
      {
        text: 'UPDATE refund SET settled_by = $3 WHERE platform_id = $1 AND id = $2',
        values: [platform.id, id, person.id],
      },
      recordEvent(platform.id, request, {
        type: 'refund.settled',
        subject: { type: 'payment', id: found.publicId, name: payment.title },
        details: { refundId: id, amount: found.amount, currency: payment.currency, outcome, note },
      }),
    ]);
  });
  app.outbox.wake();
}
