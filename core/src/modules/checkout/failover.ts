/** Finds the next connection of a purchase whose call surely charged nothing, as the attempt that will be made with it. */
import type { ProviderError } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../shared/ids.ts';
import { findRates } from '../fees/service.ts';
import type { NextAttempt, Payment } from '../payments/model.ts';
import { costOf } from '../payments/service.ts';
import { conclusiveAt } from '../provider-orders/service.ts';
import { findSplit } from '../receivers/service.ts';
import { type Decision, decide, mayFailOver } from '../routing/service.ts';
import type { Charging } from './charge.ts';
import { expiryOf } from './intent.ts';
import { toRated, toRouteRequest } from './prepare.ts';

interface Next {
  attempt: NextAttempt;
  decision: Decision;
}

/** Returns the attempt that charges with the connection that was chosen. The shares of the payment stay as they were agreed. */
export async function toNextAttempt(
  app: FastifyInstance,
  { call, prepared }: Charging,
  payment: Payment,
  { id, decision: { connection, routing } }: { id: string; decision: Decision },
): Promise<NextAttempt> {
  const now = app.clock.now();
  const rates = await findRates(app, call.platform, toRated(call, prepared, connection));
  const cost = costOf(rates, payment.amount);
  return {
    id,
    connectionId: connection.id,
    provider: connection.providerId,
    providerVersion: connection.version,
    routing,
    expiresAt: expiryOf(call.platform, connection, payment.method, now),
    nextCheckAt: conclusiveAt(connection, now),
    nodeId: app.nodes.id,
    cost,
    split: payment.terms && (await findSplit(app, call.platform, connection, { shares: payment.terms.shares, cost })),
  };
}

/** Returns null where no other connection may or can serve: then the failed call is the last one. */
export async function findNextAttempt(
  app: FastifyInstance,
  charging: Charging,
  payment: Payment,
  error: ProviderError,
): Promise<Next | null> {
  const { call, prepared } = charging;
  const made = payment.attempts.slice(charging.earlier);
  const [begun, failed] = [made[0], made.at(-1)];
  if (!begun || !failed) return null;
  const card = prepared.card?.binding ?? null;
  const elapsedMs = app.clock.now().getTime() - begun.createdAt.getTime();
  if (!mayFailOver({ outcome: error.outcome, attempts: made.length, elapsedMs, card })) return null;
  const id = newId();
  const tried = made.map(({ connectionId }) => connectionId);
  const failoverOf = { attemptId: failed.id, reason: error.code };
  const decided = await decide(app, payment.platformId, toRouteRequest(call, prepared, id, tried), failoverOf).catch(
    (cause) => {
      // The payment's result is written first, whether or not another attempt follows.
      app.log.error({ err: cause, paymentId: payment.id }, 'No other connection could be looked for');
      return null;
    },
  );
  if (!decided?.connection) return null;
  const attempt = await toNextAttempt(app, charging, payment, { id, decision: decided });
  return { decision: decided, attempt };
}
