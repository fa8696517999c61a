/** Finds the next connection of a purchase whose call surely charged nothing, as the attempt that will be made with it. */
import type { ProviderError } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../shared/ids.ts';
import type { Connection } from '../connections/service.ts';
import { findRates } from '../fees/service.ts';
import type { Payment } from '../payments/model.ts';
import { costOf, type NextAttempt, sharesBetween } from '../payments/service.ts';
import { conclusiveAt } from '../provider-orders/service.ts';
import { findSplit } from '../receivers/service.ts';
import { type Decision, decide, mayFailOver } from '../routing/service.ts';
import { expiryOf } from './intent.ts';
import { toRated, toRouteRequest } from './prepare.ts';
import type { Charging } from './stages.ts';

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
  const { amount } = prepared;
  const costAt = async (at: Pick<Connection, 'id'>, cents: number) =>
    costOf(await findRates(app, call.platform, toRated(call, prepared, at)), cents);
  const cost = await costAt(connection, amount);
  const { terms } = payment;
  const from = payment.amount - amount;
  const shares = terms && sharesBetween(terms, from, payment.amount);
  const split = shares && (await findSplit(app, call.platform, connection, { shares, cost }));
  return {
    id,
    amount,
    connectionId: connection.id,
    provider: connection.providerId,
    providerVersion: connection.version,
    routing,
    expiresAt: expiryOf(call.platform, connection, payment.method, now),
    nextCheckAt: conclusiveAt(connection, now),
    nodeId: app.nodes.id,
    cost,
    ...(from > 0 && { earlierCosts: await costsOfParts(payment, costAt) }),
    split: split && { ...split, ...(from > 0 && { from }) },
  };
}

/** Returns what providers keep of the parts of the price that have come, by attempt. */
async function costsOfParts(
  { charges, attempts }: Payment,
  costAt: (connection: Pick<Connection, 'id'>, cents: number) => Promise<number>,
): Promise<Record<string, number>> {
  const costs: Record<string, number> = {};
  for (const { attemptId, captured } of charges) {
    const attempt = attempts.find(({ id }) => id === attemptId);
    if (attempt) costs[attempt.id] = await costAt({ id: attempt.connectionId }, captured);
  }
  return costs;
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
  if (!begun || !failed || failed.mandateId != null) return null;
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
