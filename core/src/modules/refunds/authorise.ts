/** Refunds a payment for its seller or for the platform. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { toStoredKey } from '../../plugins/idempotency.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { authoriseRefund, keptOf, lockPayment } from '../payments/service.ts';
import { releaseKey } from './model.ts';
import { sendRefund } from './provider-calls.ts';
import type { Subject } from './purchase-model.ts';
import { decideWaiting } from './request-model.ts';
import { checkAmount, getRefundable } from './subject.ts';
import { type AuthorisedRefundRow, selectRefund } from './views.ts';

export interface RefundInput {
  paymentId: string;
  amount?: number | undefined;
  note?: string | undefined;
}

export interface RefundCall {
  procedure: string;
  platform: PlatformContext;
  person: Person;
  input: RefundInput;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Refunds once for one idempotency key, and returns how far the provider has got. Where the provider refuses at once, nothing has changed.
 */
export async function refundPayment(
  app: FastifyInstance,
  call: RefundCall,
  as: 'seller' | 'admin',
): Promise<AuthorisedRefundRow> {
  const { platform, person, input } = call;
  const { subject, support } = await getRefundable(
    app,
    platform.id,
    input.paymentId,
    as === 'seller' ? person.id : null,
  );
  const { refundId } = await app.doOnce(call, async (transaction) => {
    const payment = await lockPayment(transaction, platform.id, subject.paymentId);
    const now = app.clock.now();
    const amount = checkAmount(payment, support, input.amount, now);
    const order = { id: newId(), amount, authorisedAs: as, authorisedBy: person.id, note: input.note?.trim() || null };
    const { refusal } = await authoriseRefund(app, transaction, payment, order);
    if (refusal) throw new AppError('REFUND_UNAVAILABLE', { fields: ['paymentId'] });
    if (amount === keptOf(payment)) {
      // A full refund also settles the buyer's request.
      const decision = { state: 'GRANTED', paidBy: 'PROVIDER', refundId: order.id, answer: null } as const;
      const decided = { ...decision, decidedBy: person.id, decidedAt: now };
      await transaction.run(decideWaiting(platform.id, { paymentId: payment.id }, decided));
    }
    await transaction.runAll([recordEvent(platform.id, call.request, describeRefund(subject, order))]);
    return { refundId: order.id };
  });
  return sendAtOnce(app, call, refundId);
}

export const describeRefund = (
  { publicId, title, currency }: Subject,
  { id, amount, authorisedAs }: { id: string; amount: number; authorisedAs: string },
) =>
  ({
    type: 'refund.authorised',
    subject: { type: 'payment', id: publicId, name: title },
    details: { refundId: id, amount, currency, authorisedAs },
  }) as const;

/** Sends the refund now, so that the answer shows its outcome. If that fails, the order stands and its job sends it. */
async function sendAtOnce(app: FastifyInstance, call: RefundCall, refundId: string): Promise<AuthorisedRefundRow> {
  const { platform, procedure } = call;
  app.outbox.wake();
  await sendRefund(app, platform.id, refundId).catch((error) =>
    app.log.warn({ err: error, refundId }, 'Money to give back could not be sent yet'),
  );
  const refund = await app.database.find(platform.id, selectRefund(platform.id, refundId), true);
  if (refund && refund.state !== 'REFUSED') return refund;
  await app.database.run(platform.id, releaseKey(platform.id, procedure, toStoredKey(call), refundId));
  throw new AppError('REFUND_FAILED');
}
