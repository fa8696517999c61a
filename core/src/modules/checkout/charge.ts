import type { FastifyInstance } from 'fastify';
import type { Connection } from '../connections/service.ts';
import type { Payment } from '../payments/model.ts';
import { type AttemptEnded, applyCommand, type Reported } from '../payments/service.ts';
import type { Decision } from '../routing/service.ts';
import { type CardResult, type CardTry, listEnds } from '../velocity/service.ts';
import { addAgreement } from './agreement.ts';
import { type Answer, PROCEDURE, toAnswer, unwrap } from './answer.ts';
import { findNextAttempt } from './failover.ts';
import { toPayment } from './intent.ts';
import type { Intent } from './model.ts';
import { toOrderPage } from './order-page.ts';
import { sendCharge } from './provider-calls.ts';
import type { Charging, Prepared, PurchaseCall, PurchaseOutput } from './stages.ts';

/** The last of a payment's attempts is made with this connection. */
interface Next {
  payment: Payment;
  decision: Decision;
}

export interface Purchase {
  call: PurchaseCall;
  prepared: Prepared;
  intent: Intent;
}

/** Charges a purchase. The last charge's answer is the purchase's. */
export const chargePayment = (app: FastifyInstance, purchase: Purchase): Promise<PurchaseOutput> =>
  sendCharges(
    app,
    { ...purchase, earlier: 0 },
    { payment: toPayment(purchase.intent, purchase.prepared.offer), decision: purchase.prepared.decision },
    ({ payment, ended, connection }) => applyAnswer(app, purchase, payment, ended, connection),
  );

/** Sends one charge after the other, as long as the one before surely charged nothing. `apply` takes the answer of the last. */
export async function sendCharges<T>(
  app: FastifyInstance,
  charging: Charging,
  first: Next,
  apply: (last: { payment: Payment; ended: AttemptEnded; connection: Connection }) => Promise<T>,
): Promise<T> {
  let { payment, decision } = first;
  /** Gives the place at the second or third connection back; the caller who took the first one's gives it back. */
  let leave: (() => void) | null = null;
  try {
    for (;;) {
      const { failure, ...sent } = await sendCharge(app, { ...charging, payment, decision });
      const ended = failure ? sent.ended : await addAgreement(app, charging, payment, { decision, ended: sent.ended });
      const next = failure && (await findNextAttempt(app, charging, payment, failure.error));
      leave?.();
      leave = next && app.callRoom.enter(next.decision.connection.id);
      if (!next || !leave) return await apply({ payment, ended, connection: decision.connection });
      payment = await applyCommand(app, payment, {
        kind: 'ATTEMPT_ADDED',
        why: 'REPLACES',
        next: next.attempt,
        failed: failure.end,
      });
      // An event has reported the charge meanwhile: it was made after all.
      if (payment.attempts.at(-1)?.id !== next.attempt.id)
        return await apply({ payment, ended, connection: decision.connection });
      decision = next.decision;
    }
  } finally {
    leave?.();
  }
}

/** Applies what the provider answered, and stores the answer of the purchase with it: a repeat gets the very same. */
export async function applyAnswer(
  app: FastifyInstance,
  { call, prepared: { offer, tries }, intent }: Purchase,
  payment: Payment,
  command: AttemptEnded | Reported,
  connection: Connection,
): Promise<PurchaseOutput> {
  const page = toOrderPage(intent, offer);
  let answer: Answer | null = null;
  const after = await applyCommand(app, payment, command, {
    cardEnds: (applied) => (tries ? listEnds(app, tries, (card) => resultOf(applied, card)) : []),
    answer: (applied) => {
      answer = toAnswer(app, applied, page, connection);
      return { procedure: PROCEDURE, key: call.idempotencyKey, ...answer };
    },
  });
  return unwrap(answer ?? toAnswer(app, after, page, connection));
}

/** A request that the provider did not carry out, such as one with wrong credentials, says nothing about the card. */
function resultOf({ status, attempts, evidence }: Payment, { attemptId }: CardTry): CardResult {
  const own = attempts.filter(({ id }) => attemptId === null || id === attemptId);
  if (own.every(({ state }) => state === 'NOT_SENT')) return 'UNTRIED';
  const answered = own.filter(({ state }) => state === 'ANSWERED').map(({ id }) => id);
  const answers = evidence.filter((item) => item.attemptId !== null && answered.includes(item.attemptId));
  // The hold on one of two cards is let go where the other one is refused.
  if (status === 'APPROVED' || answers.some(({ heldAmount }) => (heldAmount ?? 0) > 0)) return 'APPROVED';
  const refused = answers.findLast((item) => item.status === 'REJECTED');
  return refused ? { refused: refused.declineReason ?? 'unknown' } : 'OTHER';
}
