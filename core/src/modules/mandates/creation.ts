/**
 * Asks a provider for a mandate, once: the row is durable before the call, and after a lost answer it is only looked up. The purchase goes on
 * without an agreement where none could be had: its own code still pays it.
 */
import { toSaoPauloDate } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../shared/ids.ts';
import { type Connection, callProvider } from '../connections/service.ts';
import { callOrder, endOfCall } from '../provider-orders/service.ts';
import { insertMandate, type MandateRow, type Payer } from './model.ts';
import { JOURNEY, type MandatePlan } from './plan.ts';
import { applyMandateReport, findMandate, toReport } from './reports.ts';

export interface Agreement {
  plan: MandatePlan;
  saleId: string;
  paymentId: string;
  /** The attempt whose charge was made, and the provider's id of that charge. */
  attemptId: string;
  transactionId: string;
  description: string;
  payer: Payer & { document: string };
}

/** Returns the mandate as it is after the call; null where another caller asks for it already. */
export async function requestMandate(
  app: FastifyInstance,
  connection: Connection,
  { plan, payer, ...agreement }: Agreement,
): Promise<MandateRow | null> {
  const { platformId } = connection;
  const id = newId();
  const inserted = await app.database.run(
    platformId,
    insertMandate(platformId, {
      id,
      ...agreement,
      ...plan,
      connectionId: connection.id,
      provider: connection.providerId,
      providerVersion: connection.version,
      journey: JOURNEY,
      endDate: null,
      nodeId: app.nodes.id,
      overAt: endOfCall(connection, app.clock.now()),
    }),
  );
  const mandate = inserted > 0 && (await findMandate(app, platformId, id));
  if (!mandate) return null;
  return callCreate(app, connection, mandate, payer);
}

async function callCreate(
  app: FastifyInstance,
  connection: Connection,
  mandate: MandateRow,
  { name, email, document, phone }: Agreement['payer'],
): Promise<MandateRow> {
  const { amount, maxAmount, firstChargeDate, transactionId, description, recurrenceDays, retries } = mandate;
  const request = {
    reference: mandate.id,
    recurrenceDays,
    journey: mandate.journey,
    retries,
    ...(amount !== null && { amount }),
    ...(maxAmount !== null && { maxAmount }),
    firstChargeDate,
    customer: { name, email, document, ...(phone && { phone }) },
    description,
    transactionId,
    webhookUrl: connection.webhookUrl,
  };
  const outcome = await callOrder(() => callProvider(connection, 'createMandate', request, mandate.paymentId));
  const now = app.clock.now();
  if (outcome.kind === 'ANSWERED')
    return applyMandateReport(app, mandate, toReport(connection, 'answer', outcome.answer, now));
  const isLost = outcome.kind === 'LOST';
  app.log.warn(
    { err: outcome.error, mandateRow: mandate.id, paymentId: mandate.paymentId, isLost },
    'A mandate could not be asked for, or its answer was lost',
  );
  return applyMandateReport(
    app,
    mandate,
    isLost ? { state: 'UNKNOWN' } : { state: 'REFUSED', reason: outcome.error.code },
  );
}

/** The day in São Paulo on which a call is made. */
export const today = ({ clock }: Pick<FastifyInstance, 'clock'>): string => toSaoPauloDate(clock.now());
