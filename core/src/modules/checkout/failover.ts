/** The next connection of a purchase whose call surely charged nothing, as the attempt that will be made with it. */
import type { ProviderError } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../shared/ids.ts';
import { findRates } from '../fees/service.ts';
import type { NextAttempt, Payment } from '../payments/model.ts';
import { costOf } from '../payments/service.ts';
import { conclusiveAt } from '../provider-orders/service.ts';
import { findSplit } from '../receivers/service.ts';
import { type Decision, decide, mayFailOver } from '../routing/service.ts';
import type { Purchase } from './charge.ts';
import { expiryOf } from './intent.ts';
import { toRated, toRouteRequest } from './prepare.ts';

interface Next {
  attempt: NextAttempt;
  decision: Decision;
}

/** Returns null where no other connection may or can serve: then the failed call is the last one. */
export async function findNextAttempt(
  app: FastifyInstance,
  { call, prepared }: Purchase,
  payment: Payment,
  error: ProviderError,
): Promise<Next | null> {
  const failed = payment.attempts.at(-1);
  if (!failed) return null;
  const now = app.clock.now();
  const card = prepared.card?.binding ?? null;
  const elapsedMs = now.getTime() - payment.createdAt.getTime();
  if (!mayFailOver({ outcome: error.outcome, attempts: payment.attempts.length, elapsedMs, card })) return null;
  const id = newId();
  const tried = payment.attempts.map(({ connectionId }) => connectionId);
  const failoverOf = { attemptId: failed.id, reason: error.code };
  const decided = await decide(app, payment.platformId, toRouteRequest(call, prepared, id, tried), failoverOf).catch(
    (cause) => {
      // The payment's result is written first, whether or not another attempt follows.
      app.log.error({ err: cause, paymentId: payment.id }, 'No other connection could be looked for');
      return null;
    },
  );
  if (!decided?.connection) return null;
  const { connection, routing } = decided;
  const expiresAt = expiryOf(call.platform, connection, payment.method, now);
  const rates = await findRates(app, call.platform, toRated(call, prepared, connection));
  const cost = costOf(rates, payment.amount);
  return {
    decision: decided,
    attempt: {
      id,
      connectionId: connection.id,
      provider: connection.providerId,
      providerVersion: connection.version,
      routing,
      expiresAt,
      nextCheckAt: conclusiveAt(connection, now),
      cost,
      split: await findSplit(app, call.platform, connection, { shares: prepared.terms.shares, cost }),
    },
  };
}
