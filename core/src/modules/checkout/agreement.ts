/**
 * Asks for the buyer's agreement to the charges that follow a first one by PIX (journey 3 of PIX Automático): its code pays and agrees at
 * once, and takes the place of the charge's own code. Without it the purchase goes on, and its code is paid as any other.
 */
import type { FastifyInstance } from 'fastify';
import { type MandatePlan, planMandate, requestMandate } from '../mandates/service.ts';
import type { Payment } from '../payments/model.ts';
import { type AttemptEnded, isRest } from '../payments/service.ts';
import type { Decision } from '../routing/service.ts';
import type { Charging } from './stages.ts';

/** Returns the mandate that a purchase by PIX asks for at this connection; null where it asks for none. */
export function findPlan(
  app: Pick<FastifyInstance, 'clock'>,
  {
    call,
    prepared,
  }: {
    call: Pick<Charging['call'], 'input' | 'mandate' | 'renewal'>;
    prepared: Pick<Charging['prepared'], 'offer' | 'coupon'>;
  },
  { manifest }: Decision['connection'],
): MandatePlan | null {
  // A later charge of a subscription asks for no other agreement.
  if (call.input.paymentMethod !== 'PIX' || call.mandate || call.renewal) return null;
  return planMandate(manifest, prepared.offer, app.clock.now(), prepared.coupon);
}

/** Returns the end of the charge's call with the code that agrees as well, where the provider made one. */
export async function addAgreement(
  app: FastifyInstance,
  charging: Charging,
  payment: Payment,
  { decision, ended }: { decision: Decision; ended: AttemptEnded },
): Promise<AttemptEnded> {
  const { prepared, intent, call } = charging;
  const attempt = payment.attempts.at(-1);
  const { end } = ended;
  const plan = findPlan(app, charging, decision.connection);
  const { document, phone } = prepared.buyer;
  const isWaiting = end.state === 'ANSWERED' && ended.evidence.every(({ status }) => status === 'PENDING');
  if (!plan || !document || !attempt || !isWaiting || isRest(payment, attempt)) return ended;
  try {
    const mandate = await requestMandate(app, decision.connection, {
      plan,
      saleId: intent.sale.id,
      paymentId: payment.id,
      attemptId: attempt.id,
      transactionId: end.transactionId,
      description: prepared.offer.title,
      payer: { name: call.input.name, email: call.input.email, document, phone },
    });
    return mandate?.pixCode ? { ...ended, end: { ...end, agreementCode: mandate.pixCode } } : ended;
  } catch (error) {
    // The charge is made: what becomes of it is written down whatever happens to the agreement.
    app.log.error({ err: error, paymentId: payment.id }, 'An agreement could not be asked for');
    return ended;
  }
}
