/** Giving money back by the seller whose sale it was, or by the platform. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runStatement, runStatements } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { readIdempotencyKey } from '../../plugins/idempotency.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { authoriseRefund, keptOf, lockPayment } from '../payments/service.ts';
import { freeKey, type RefundView, type Subject, selectRefund } from './model.ts';
import { decideWaiting } from './request-model.ts';
import { checkAmount, getRefundable } from './subject.ts';

export interface Wanted {
  paymentId: string;
  amount?: number | undefined;
  note?: string | undefined;
}

export interface GrantCall {
  procedure: string;
  platform: PlatformContext;
  person: Person;
  input: Wanted;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Once for one key. Answers how far the provider has got; where it refuses at once, nothing has changed. */
export async function refund(app: FastifyInstance, call: GrantCall, as: 'seller' | 'admin'): Promise<RefundView> {
  const { platform, person, input } = call;
  const { subject, way } = await getRefundable(app, platform.id, input.paymentId, as === 'seller' ? person.id : null);
  const { refundId } = await app.doOnce(call, async (transaction) => {
    const payment = await lockPayment(transaction, platform.id, subject.paymentId);
    const now = app.clock.now();
    const amount = checkAmount(payment, way, input.amount, now);
    const grant = { id: newId(), amount, grantedAs: as, grantedBy: person.id, note: input.note?.trim() || null };
    const { refusal } = await authoriseRefund(app, transaction, payment, grant);
    if (refusal) throw new AppError('REFUND_UNAVAILABLE', { fields: ['paymentId'] });
    if (amount === keptOf(payment)) {
      // Whoever gives everything back has granted what the buyer asked for.
      const decision = { state: 'GRANTED', paidBy: 'PROVIDER', refundId: grant.id, answer: null } as const;
      const decided = { ...decision, decidedBy: person.id, decidedAt: now };
      await runStatement(transaction, decideWaiting(platform.id, { paymentId: payment.id }, decided));
    }
    await runStatements(transaction, [recordEvent(platform.id, call.request, describeGrant(subject, grant))]);
    return { refundId: grant.id };
  });
  return conclude(app, call, refundId);
}

export const describeGrant = (
  { publicId, title }: Subject,
  { id, amount, grantedAs }: { id: string; amount: number; grantedAs: string },
) =>
  ({
    type: 'refund.granted',
    subject: { type: 'payment', id: publicId, name: title },
    details: { refundId: id, amount, grantedAs },
  }) as const;

/** What is sent at once can be told at once. Whatever goes wrong here, the order stands and its job sends it. */
async function conclude(app: FastifyInstance, call: GrantCall, refundId: string): Promise<RefundView> {
  const { platform, procedure, request } = call;
  app.outbox.wake();
  await app
    .sendRefund(platform.id, refundId)
    .catch((error) => app.log.warn({ err: error, refundId }, 'Money to give back could not be sent yet'));
  const [result] = await app.database.read(platform.id, [selectRefund(platform.id, refundId)], true);
  const view = result?.rows[0] as RefundView;
  if (view.state !== 'REFUSED') return view;
  await app.database.write(platform.id, [freeKey(platform.id, procedure, readIdempotencyKey(request), refundId)]);
  throw new AppError('REFUND_FAILED');
}
