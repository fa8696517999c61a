/** Charges a purchase that two cards pay: holds the part of each, and captures both or lets both go, as the payment then says. */
import type { FastifyInstance } from 'fastify';
import type { Payment } from '../payments/model.ts';
import { addAttempt, applyCommand, carryOutHolds } from '../payments/service.ts';
import { conclusiveAt } from '../provider-orders/service.ts';
import { applyAnswer, type Purchase } from './charge.ts';
import { toPayment } from './intent.ts';
import { sendCharge } from './provider-calls.ts';
import type { Hold, PurchaseOutput } from './stages.ts';

/**
 * No step needs the one before to be remembered: each is written before the next, and where this node dies, the payment's next check goes on
 * from there. A second card is asked while the answer of the first is unknown too, because a hold charges nothing.
 */
export async function chargeTwoCards(app: FastifyInstance, purchase: Purchase): Promise<PurchaseOutput> {
  const { call, prepared, intent } = purchase;
  const { decision, holds } = prepared;
  const { connection } = decision;
  const [first, second] = holds as [Hold, Hold];
  const nextCheckAt = () => conclusiveAt(connection, app.clock.now());
  const hold = async (payment: Payment, { amount, card }: Hold): Promise<Payment> => {
    const { ended } = await sendCharge(app, {
      call,
      prepared: { ...prepared, amount, card },
      // A part may be less than what the extras cost: it is told as one item.
      intent: { ...intent, items: intent.items.slice(0, 1) },
      earlier: 0,
      payment,
      decision,
    });
    return applyCommand(app, payment, { ...ended, busyUntil: nextCheckAt() });
  };
  const begun = await hold(toPayment(intent, prepared.offer), first);
  const added = await addAttempt(app, begun, {
    kind: 'ATTEMPT_ADDED',
    why: 'SECOND_CARD',
    next: {
      id: second.attemptId,
      amount: second.amount,
      connectionId: connection.id,
      provider: connection.providerId,
      providerVersion: connection.version,
      routing: decision.routing,
      nextCheckAt: nextCheckAt(),
      nodeId: app.nodes.id,
    },
  });
  const decided = added.isAdded ? await hold(added.payment, second) : added.payment;
  const after = await carryOutHolds(app, decided);
  return applyAnswer(app, purchase, after, { kind: 'REPORTED', evidence: [] }, connection);
}
