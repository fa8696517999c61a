/**
 * Follows mandates until they end, applies their events, and says whether one may be charged. A charge itself is a sale like any other: the
 * checkout makes it, and `payments` knows what became of it.
 */
import type { MandateResult } from '@feira/schemas/mandate';
import type { WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { withMemo } from '../../shared/memo.ts';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import { applyCommand, findPayment } from '../payments/service.ts';
import { callLookup, callOrder, isCallRunning, lookUpOrder } from '../provider-orders/service.ts';
import type { EventSubject } from '../webhooks/service.ts';
import {
  askToCancel,
  type MandateChargeRow,
  type MandateRow,
  selectByProvider,
  selectChargeOfPayment,
  selectOfPayment,
  selectOfSale,
  selectPayer,
} from './model.ts';
import { applyMandateReport, findMandate, type MandateReport, toReport } from './reports.ts';
import { isEnded } from './status.ts';

export {
  CHARGE_LEAD_DAYS,
  type ChargedMandate,
  cancelMandateCharge,
  findChargeable,
  type MandateRefusal,
  wakeMandateCharge,
} from './charges.ts';
export { type Agreement, requestMandate } from './creation.ts';
export type { MandateRow } from './model.ts';
export { type MandatePlan, planMandate } from './plan.ts';
export { findMandate } from './reports.ts';

/** True once nothing can be charged under it, now or later: it has ended, or was surely never made. */
export const isMandateOver = (mandate: Pick<MandateRow, 'state' | 'status'>): boolean =>
  isEnded(mandate) || (mandate.state === 'REFUSED' && mandate.status === 'PENDING');

export const findMandateOfPayment = (
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  paymentId: string,
): Promise<MandateRow | undefined> => database.find(platformId, selectOfPayment(platformId, paymentId), true);

export const findChargeOfPayment = (
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  paymentId: string,
): Promise<MandateChargeRow | undefined> =>
  database.find(platformId, selectChargeOfPayment(platformId, paymentId), true);

export const findMandateOfSale = (
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  saleId: string,
): Promise<MandateRow | undefined> => database.find(platformId, selectOfSale(platformId, saleId), true);

export const findMandateByProvider = (
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  connectionId: string,
  named: Pick<WebhookResult, 'reference' | 'mandateId'>,
): Promise<MandateRow | undefined> =>
  database.find(platformId, selectByProvider(platformId, connectionId, named), true);

/**
 * Ends a mandate for the platform: the buyer's bank pays nothing under it any more. The provider is asked by the sweep, again and again until
 * it says that it has ended. One that is lost is looked up first. Returns false where it had ended, or was asked for before.
 */
export async function cancelMandate(app: FastifyInstance, platformId: string, id: string): Promise<boolean> {
  const asked = await app.database.run(platformId, askToCancel(platformId, id));
  if (asked > 0) app.mandates.wake();
  return asked > 0;
}

/** Takes a mandate that is due one step further: a lost one is looked up, an unwanted one cancelled, any other asked about. */
export async function advanceMandate(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const mandate = await findMandate(app, platformId, id);
  if (!mandate || mandate.state === 'REFUSED' || isEnded(mandate)) return;
  const connection = await findConnection(app, platformId, mandate.connectionId, mandate.providerVersion);
  if (!connection) {
    app.log.error(
      { mandateRow: id, connectionId: mandate.connectionId },
      'A mandate cannot be asked about: its connection is gone',
    );
    await applyMandateReport(app, mandate, {});
    return;
  }
  const { after } = await lookUpMandate(app, connection, mandate);
  await showAgreementCode(app, after);
  if (after.cancelAskedAt && after.mandateId && !isEnded(after)) await callCancel(app, connection, after);
}

interface LookedUp {
  after: MandateRow;
  /** The provider itself answered, whatever it said. */
  isAnswered: boolean;
}

async function lookUpMandate(app: FastifyInstance, connection: Connection, mandate: MandateRow): Promise<LookedUp> {
  const { platformId } = mandate;
  const now = app.clock.now();
  const payer = await app.database.find(platformId, selectPayer(platformId, mandate.saleId), true);
  const canBeAsked =
    connection.manifest.operations.includes('getMandate') &&
    (mandate.mandateId !== null || connection.manifest.lookup.mandateByReference === true);
  const request = {
    ...(mandate.mandateId && { mandateId: mandate.mandateId }),
    reference: mandate.id,
    requestedAt: mandate.sentAt.toISOString(),
    document: payer?.document ?? '',
    ...withMemo(mandate.memo),
  };
  const outcome = await lookUpOrder<MandateResult>({
    connection,
    order: { reference: mandate.id, providerId: mandate.mandateId, sentAt: mandate.sentAt, misses: mandate.misses },
    now,
    ask: canBeAsked ? () => callLookup(app, connection, 'getMandate', request, mandate.paymentId) : null,
    idOf: (found) => found.mandateId,
  });
  const report = ((): MandateReport => {
    switch (outcome.kind) {
      case 'FOUND':
        return toReport(connection, 'query', outcome.answer, now);
      case 'NEVER_ARRIVED':
        return { state: 'REFUSED', reason: 'NOT_FOUND' };
      case 'MISSED':
        return { state: 'UNKNOWN', isMiss: true };
      case 'INCONCLUSIVE':
        return { state: isCallRunning(connection, mandate.sentAt, now) ? mandate.state : 'UNKNOWN' };
      case 'UNREACHED':
        return { isUnreached: true, retryAt: outcome.error.retryAt };
      default:
        return { state: mandate.state === 'REQUESTED' ? 'UNKNOWN' : mandate.state };
    }
  })();
  if (outcome.kind === 'FOREIGN' || outcome.kind === 'VANISHED')
    app.log.error(
      { alert: 'mandate-vanished', mandateRow: mandate.id, kind: outcome.kind },
      'A provider does not show a mandate that it gave an id to, or shows another one',
    );
  const isAnswered = !['UNREACHED', 'UNASKABLE', 'FOREIGN'].includes(outcome.kind);
  return { after: await applyMandateReport(app, mandate, report), isAnswered };
}

async function callCancel(app: FastifyInstance, connection: Connection, mandate: MandateRow): Promise<void> {
  const { mandateId, memo } = mandate;
  if (!mandateId) return;
  const request = { mandateId, reference: mandate.id, ...withMemo(memo) };
  const outcome = await callOrder(() => callProvider(connection, 'cancelMandate', request, mandate.paymentId));
  if (outcome.kind === 'ANSWERED') {
    await applyMandateReport(app, mandate, toReport(connection, 'answer', outcome.answer, app.clock.now()));
    return;
  }
  // It is looked up, and asked for again where it stands: a mandate that ended stays as it ended.
  app.log.error(
    { alert: 'mandate-not-canceled', err: outcome.error, mandateRow: mandate.id },
    'A mandate that has to end could not be cancelled yet',
  );
}

/** A code that came after the answer of the purchase takes the place of the charge's own, as long as nobody has paid. */
async function showAgreementCode(app: FastifyInstance, mandate: MandateRow): Promise<void> {
  const { platformId, paymentId, pixCode, status, cancelAskedAt } = mandate;
  if (!pixCode || status !== 'PENDING' || cancelAskedAt) return;
  const payment = await findPayment(app, platformId, paymentId);
  const isCurrent = payment?.attempts.at(-1)?.id === mandate.attemptId && payment.status === 'PENDING';
  if (payment && isCurrent)
    await applyCommand(app, payment, { kind: 'AGREED', attemptId: mandate.attemptId, code: pixCode });
}

interface Told {
  result: WebhookResult;
  isSigned: boolean;
}

/** Applies an event: a signed one is believed, any other is only a reason to look. Returns whether the provider's word is known. */
export async function applyMandateEvent(
  app: FastifyInstance,
  mandate: MandateRow,
  connection: Connection,
  { result, isSigned }: Told,
): Promise<boolean> {
  const { mandateId, providerStatus } = result;
  const isSame = mandateId !== undefined && (mandate.mandateId ?? mandateId) === mandateId;
  if (isSigned && isSame && providerStatus) {
    const answer = { ...result, mandateId, providerStatus };
    const after = await applyMandateReport(app, mandate, toReport(connection, 'webhook', answer, app.clock.now()));
    await showAgreementCode(app, after);
    return true;
  }
  const { after, isAnswered } = await lookUpMandate(app, connection, mandate);
  await showAgreementCode(app, after);
  return isAnswered;
}

/**
 * The buyer has not paid what the agreement came with: there is no subscription, and nothing is ever charged. Returns whether there was a
 * mandate to end.
 */
export async function endUnpaid(app: FastifyInstance, platformId: string, paymentId: string): Promise<boolean> {
  const payment = await findPayment(app, platformId, paymentId);
  if (!payment || payment.isProvisional || !['CANCELED', 'REJECTED'].includes(payment.status)) return false;
  const mandate = await findMandateOfPayment(app, platformId, paymentId);
  return mandate !== undefined && cancelMandate(app, platformId, mandate.id);
}

export const mandateSubject = (app: FastifyInstance): EventSubject => ({
  unknown: 'UNKNOWN_MANDATE',
  async find({ platformId, connectionId }, result) {
    const mandate = await findMandateByProvider(app, platformId, connectionId, result);
    return mandate
      ? {
          id: mandate.id,
          version: mandate.providerVersion,
          paymentId: null,
          apply: (made, event) => applyMandateEvent(app, mandate, made, event),
        }
      : null;
  },
});
