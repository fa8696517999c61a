/**
 * Charges a purchase whose price is held first: holds the part of each of two cards, or the whole price for a person's review, and captures or
 * lets go what is held, as the payment then says.
 */
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
export async function chargeHolds(app: FastifyInstance, purchase: Purchase): Promise<PurchaseOutput> {
  const { call, prepared, intent } = purchase;
  const { decision, holds } = prepared;
  const { connection } = decision;
  const [first, second] = holds as [Hold, Hold?];
  const nextCheckAt = () => conclusiveAt(connection, app.clock.now());
  const hold = async (payment: Payment, { amount, card }: Hold): Promise<Payment> => {
    const { ended } = await sendCharge(app, {
      call,
      prepared: { ...prepared, amount, card },
      // A part may be less than what the extras cost: it is told as one item.
      intent: second ? { ...intent, items: intent.items.slice(0, 1) } : intent,
      earlier: 0,
      payment,
      decision,
    });
    return applyCommand(app, payment, { ...ended, busyUntil: nextCheckAt() });
  };
  const holdRest = async (begun: Payment, rest: Hold): Promise<Payment> => {
    const added = await addAttempt(app, begun, {
      kind: 'ATTEMPT_ADDED',
      why: 'SECOND_CARD',
      next: {
        id: rest.attemptId,
        amount: rest.amount,
        connectionId: connection.id,
        provider: connection.providerId,
        providerVersion: connection.version,
        routing: decision.routing,
        nextCheckAt: nextCheckAt(),
        nodeId: app.nodes.id,
      },
    });
    return added.isAdded ? hold(added.payment, rest) : added.payment;
  };
  const begun = await hold(toPayment(intent, prepared.offer), first);
  const decided = second ? await holdRest(begun, second) : begun;
  return applyAnswer(app, purchase, await carryOutHolds(app, decided), { kind: 'REPORTED', evidence: [] }, connection);
}
