/** Orders an automatic refund again that its provider refused: money that belongs to no account here must not stay at a provider. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { recordEvent } from '../audit/service.ts';
import { lockPayment, orderReturn } from '../payments/service.ts';
import type { RefundCall } from './authorise.ts';
import { selectAutomatic } from './views.ts';

/** The new order is sent by the sweep, which asks the provider first what it holds. */
export async function repeatRefund(
  app: FastifyInstance,
  { platform, request }: Pick<RefundCall, 'platform' | 'request'>,
  { refundId }: { refundId: string },
): Promise<void> {
  const found = await app.database.find(platform.id, selectAutomatic(platform.id, refundId), true);
  if (!found) throw new AppError('REFUND_NOT_FOUND', { fields: ['refundId'] });
  await app.database.transaction(platform.id, async (transaction) => {
    const payment = await lockPayment(transaction, platform.id, found.paymentId);
    const isOrdered = found.state === 'REFUSED' && (await orderReturn(app, transaction, payment, found.attemptId));
    if (!isOrdered) throw new AppError('REFUND_UNAVAILABLE', { fields: ['refundId'] });
    await transaction.run(
      recordEvent(platform.id, request, {
        type: 'refund.repeated',
        subject: { type: 'payment', id: found.publicId, name: payment.title },
        details: { refundId },
      }),
    );
  });
  app.outbox.wake();
}
