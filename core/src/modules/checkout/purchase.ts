/**
 * Carries out a purchase in three stages: prepare (price, buyer, card, connection, terms), commit the intent, charge (send, fail over,
 * apply the answer). A repeated call gets the answer of the first one.
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { refuseTry } from '../velocity/service.ts';
import { hashRequest, replayAnswer } from './answer.ts';
import { chargePayment } from './charge.ts';
import { chargeHolds } from './hold-charges.ts';
import { commitIntent, isWritten } from './intent.ts';
import { preparePurchase } from './prepare.ts';
import { methodBusy } from './refusals.ts';
import { answerWithOpenCode } from './repeat.ts';
import type { PurchaseCall, PurchaseOutput } from './stages.ts';
import { keepCardForUpsells } from './stored-cards.ts';

export async function purchaseOffer(app: FastifyInstance, call: PurchaseCall): Promise<PurchaseOutput> {
  const count = (outcome: string) => app.metrics.purchases.inc({ method: call.input.paymentMethod, outcome });
  try {
    const answer = await purchase(app, call);
    count(answer.status);
    return answer;
  } catch (error) {
    count('ERROR');
    throw error;
  }
}

async function purchase(app: FastifyInstance, call: PurchaseCall): Promise<PurchaseOutput> {
  const requestHash = hashRequest(call.input);
  const prepared = await app.spans
    .within('purchase prepare', {}, () => preparePurchase(app, call))
    .catch(async (error) => {
      // A repeated call gets its first answer even when the offer has changed since.
      const answered = await replayAnswer(app, call, requestHash);
      if (answered) return answered;
      throw error;
    });
  if ('paymentId' in prepared) return prepared;
  if (prepared.openCode) return answerWithOpenCode(app, call.platform.id, prepared.openCode);
  const leave = app.callRoom.enter(prepared.decision.connection.id);
  const leaveCards = prepared.tries && app.cardsUnderWay.enter(prepared.tries.offerId);
  let intent: Awaited<ReturnType<typeof commitIntent>> = 'TAKEN';
  try {
    if (leave)
      intent = await app.spans.within('purchase commit', {}, () => commitIntent(app, call, prepared, requestHash));
    if (isWritten(intent)) {
      const card = await keepCardForUpsells(app, { call, prepared, intent });
      const committed = { call, prepared: { ...prepared, card }, intent };
      return await app.spans.within('purchase charge', { 'feira.payment.id': intent.payment.id }, () =>
        (prepared.holds ? chargeHolds : chargePayment)(app, committed),
      );
    }
  } finally {
    leaveCards?.();
    leave?.();
  }
  // Other buyers took meanwhile what the connection had left for today, which the next choice sees.
  if (intent === 'FULL') return purchase(app, call);
  const answered = await replayAnswer(app, call, requestHash);
  if (answered) return answered;
  if (typeof intent === 'object')
    throw await refuseTry(app, intent, {
      platformId: call.platform.id,
      offerId: call.input.offerId,
      fields: { card: 'paymentMethod', seal: 'creditCard.token' },
    });
  throw leave ? new AppError('IDEMPOTENCY_KEY_IN_USE') : methodBusy();
}
