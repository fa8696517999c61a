/** Sends the orders that capture, or let go, what a card holds, and turns the answers into commands about the payment. */
import type { FastifyInstance } from 'fastify';
import { withMemo } from '../../shared/memo.ts';
import { callProvider, findConnection } from '../connections/service.ts';
import { callOrder } from '../provider-orders/service.ts';
import type { Reported } from './commands/reported.ts';
import { toEvidence } from './evidence.ts';
import type { HoldOrder } from './holds.ts';
import type { Attempt, Payment } from './model.ts';

/**
 * Returns null where the order was not answered: then the payment's next check looks the charge up, and the order is sent again where the
 * amount is still held. The contract lets both orders be sent again.
 */
export async function sendHoldOrder(
  app: FastifyInstance,
  { platformId, id: paymentId }: Payment,
  { does, attempt }: HoldOrder<Attempt>,
): Promise<Reported | null> {
  const { id: attemptId, transactionId, amount, memo } = attempt;
  const connection = await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion);
  if (!connection || transactionId === null) return null;
  const request = { reference: attemptId, transactionId, amount, ...withMemo(memo) };
  const outcome = await callOrder(() =>
    app.circuits.countCall(connection, { kind: 'charge' }, () => callProvider(connection, does, request, paymentId)),
  );
  if (outcome.kind === 'ANSWERED') {
    const { answer } = outcome;
    const origin = { source: 'answer', attemptId, occurredAt: app.clock.now() } as const;
    return {
      kind: 'REPORTED',
      evidence: [toEvidence(connection.manifest, answer, origin)],
      memo: { attemptId, told: answer.memo },
    };
  }
  const context = { err: outcome.error, paymentId, attemptId, provider: connection.providerId, order: does };
  if (outcome.kind === 'REFUSED')
    app.log.error({ alert: 'hold-order-refused', ...context }, 'A provider refused to end what a card holds');
  else app.log.warn(context, 'An order about what a card holds failed, or its outcome is unknown');
  return null;
}
