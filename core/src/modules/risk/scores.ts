/**
 * Has a provider score a purchase before it is charged, and tells it what became of the purchase. A score that does not come in time is unknown, and
 * the rules decide without it: no sale waits for a provider for long, and none is lost by one.
 */
import { isProviderError } from '@feira/plugin-kit';
import type { OutcomeReport, ScoreRequest } from '@feira/schemas/score';
import type { FastifyInstance } from 'fastify';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import {
  type Connection,
  type ConnectionsApp,
  callProvider,
  findConnection,
  listConnections,
} from '../connections/service.ts';
import { findPayment, type PaymentsApp } from '../payments/service.ts';

/** A score as it is kept with the payment. */
export interface RiskScore {
  connectionId: string;
  /** The name of the provider. */
  provider: string;
  scoreId: string;
  reference: string;
  score: number;
}

type ScoringApp = ConnectionsApp & Pick<FastifyInstance, 'log' | 'clock'>;

const WAIT_MS = 3_000;
/** A provider that has just failed is left alone for so long, so that not every buyer waits for it. */
const REST_MS = 30_000;
/** By connection, the time until which this node does not ask. */
const resting = new Map<string, number>();

/** Returns the connection that scores: the oldest that is switched on and whose provider can. */
async function findScoring(app: ConnectionsApp, platformId: string): Promise<Connection | null> {
  const connections = await listConnections(app, platformId);
  return [...connections.values()].find(({ isEnabled, manifest }) => isEnabled && canScore({ manifest })) ?? null;
}

const canScore = ({ manifest }: Pick<Connection, 'manifest'>): boolean =>
  manifest.operations.includes('scoreTransaction');

/** Returns null where no connection scores, or none answers in time. */
export async function scorePurchase(
  app: ScoringApp,
  platformId: string,
  request: ScoreRequest,
  waitMs = WAIT_MS,
): Promise<RiskScore | null> {
  const connection = await findScoring(app, platformId);
  if (!connection) return null;
  const { id: connectionId, manifest } = connection;
  const now = app.clock.now().getTime();
  if ((resting.get(connectionId) ?? 0) > now) return null;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No score within ${waitMs} ms.`)), waitMs);
  try {
    const asked = callProvider(connection, 'scoreTransaction', request, null);
    // The answer of a call that nobody waits for any more.
    asked.catch(() => undefined);
    const { scoreId, score } = await Promise.race([asked, late.promise]);
    resting.delete(connectionId);
    return { connectionId, provider: manifest.name, scoreId, reference: request.reference, score };
  } catch (error) {
    // A refusal is about the data of this purchase. A buyer who brings one about must not keep the next ones from being scored.
    if (!isProviderError(error) || error.outcome !== 'REJECTED') resting.set(connectionId, now + REST_MS);
    app.log.warn({ err: error, connectionId, provider: connection.providerId }, 'A purchase could not be scored');
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** The events of a payment that a provider is told about, if it has scored the purchase. */
const OUTCOMES: Record<string, OutcomeReport['outcome']> = {
  'payment.approved': 'PAID',
  'payment.rejected': 'REFUSED',
  'payment.chargeback': 'CHARGED_BACK',
};
export const OUTCOME_EVENTS = Object.keys(OUTCOMES);

/** Throws where the provider may not have heard, so that it is told again. */
export async function reportOutcome(
  app: ConnectionsApp & PaymentsApp & Pick<FastifyInstance, 'log'>,
  { platformId, paymentId, type }: Pick<OutboxEvent, 'platformId' | 'paymentId' | 'type'>,
): Promise<void> {
  const outcome = OUTCOMES[type];
  const payment = outcome && (await findPayment(app, platformId, paymentId));
  const scored = payment ? payment.terms?.score : undefined;
  if (!outcome || !payment || !scored) return;
  const connection = await findConnection(app, platformId, scored.connectionId);
  if (!connection?.manifest.operations.includes('reportOutcome') || connection.isStopped) return;
  const { scoreId, reference } = scored;
  const { amount, currency } = payment;
  const occurredAt = (outcome === 'PAID' ? payment.approvedAt : null) ?? app.clock.now();
  try {
    const report = { scoreId, reference, outcome, amount, currency, occurredAt: occurredAt.toISOString() };
    await callProvider(connection, 'reportOutcome', report, paymentId);
  } catch (error) {
    if (!isProviderError(error) || error.outcome !== 'REJECTED') throw error;
    app.log.warn(
      { err: error, paymentId, provider: connection.providerId },
      'A provider takes no outcome of its score',
    );
  }
}
