/**
 * Asks for the buyer's agreement to the charges that follow a first one by PIX (journey 3 of PIX Automático): its code pays and agrees at
 * once, and takes the place of the charge's own code. Without it the purchase goes on, and its code is paid as any other.
 */
import type { FastifyInstance } from 'fastify';
import { type MandatePlan, planMandate, requestMandate } from '../mandates/service.ts';
import type { Payment } from '../payments/model.ts';
import { isRest, type Report } from '../payments/service.ts';
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

/** Returns the report of the charge with the code that agrees as well, where the provider made one. */
export async function addAgreement(
  app: FastifyInstance,
  charging: Charging,
  payment: Payment,
  { decision, report }: { decision: Decision; report: Report },
): Promise<Report> {
  const { prepared, intent, call } = charging;
  const attempt = payment.attempts.at(-1);
  const transactionId = report.attempt?.transactionId;
  const plan = findPlan(app, charging, decision.connection);
  const { document, phone } = prepared.buyer;
  const isWaiting = report.evidence.every(({ status }) => status === 'PENDING');
  if (!plan || !document || !attempt || !transactionId || !isWaiting || isRest(payment, attempt)) return report;
  try {
    const mandate = await requestMandate(app, decision.connection, {
      plan,
      saleId: intent.sale.id,
      paymentId: payment.id,
      attemptId: attempt.id,
      transactionId,
      description: prepared.offer.title,
      payer: { name: call.input.name, email: call.input.email, document, phone },
    });
    return mandate?.pixCode ? { ...report, agreement: { attemptId: attempt.id, code: mandate.pixCode } } : report;
  } catch (error) {
    // The charge is made: what becomes of it is written down whatever happens to the agreement.
    app.log.error({ err: error, paymentId: payment.id }, 'An agreement could not be asked for');
    return report;
  }
}
