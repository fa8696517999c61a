/** The third stage of a purchase: send the charge, fail over to another connection where it is safe, apply the last answer. */
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../connections/service.ts';
import type { Payment } from '../payments/model.ts';
import { applyReport, type Report } from '../payments/service.ts';
import { type Answer, PROCEDURE, toAnswer, unwrap } from './answer.ts';
import { findNextAttempt } from './failover.ts';
import { toPayment } from './intent.ts';
import type { Intent } from './model.ts';
import type { Prepared, PurchaseCall, PurchaseOutput } from './prepare.ts';
import { sendCharge } from './provider-calls.ts';

export interface Purchase {
  call: PurchaseCall;
  prepared: Prepared;
  intent: Intent;
}

/** Sends one charge after the other, as long as the one before surely charged nothing. The last one's answer is the purchase's. */
export async function chargePayment(app: FastifyInstance, purchase: Purchase): Promise<PurchaseOutput> {
  const { call, prepared, intent } = purchase;
  let payment = toPayment(intent, prepared.offer);
  let { decision } = prepared;
  /** Gives the place at the second or third connection back; the first one's is given back by whoever took it. */
  let leave: (() => void) | null = null;
  try {
    for (;;) {
      const { report, error } = await sendCharge(app, { ...purchase, payment, decision });
      const next = error && (await findNextAttempt(app, purchase, payment, error));
      leave?.();
      leave = next && app.callRoom.enter(next.decision.connection.id);
      if (!next || !leave) return await applyAnswer(app, call, payment, report, decision.connection);
      const { attempt } = report;
      const nextAttempt = next.attempt;
      payment = await applyReport(app, payment, { evidence: [], ...(attempt && { attempt }), nextAttempt });
      // An event has reported the charge meanwhile: it was made after all.
      if (payment.attempts.at(-1)?.id !== nextAttempt.id)
        return await applyAnswer(app, call, payment, report, decision.connection);
      decision = next.decision;
    }
  } finally {
    leave?.();
  }
}

/** Applies what the provider answered, and stores the answer of the purchase with it: a repeat gets the very same. */
async function applyAnswer(
  app: FastifyInstance,
  call: PurchaseCall,
  payment: Payment,
  report: Report,
  connection: Connection,
): Promise<PurchaseOutput> {
  let answer: Answer | null = null;
  const after = await applyReport(app, payment, {
    ...report,
    answer: (applied) => {
      answer = toAnswer(app, applied, connection);
      return { procedure: PROCEDURE, key: call.idempotencyKey, ...answer };
    },
  });
  return unwrap(answer ?? toAnswer(app, after, connection));
}
