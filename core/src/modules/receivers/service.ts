/** Follows receivers until their provider has decided, and applies its events. */
import type { ReceiverResult, WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, findConnection } from '../connections/service.ts';
import { callLookup, lookUpOrder, notBefore } from '../provider-orders/service.ts';
import type { EventSubject } from '../webhooks/service.ts';
import { toLookup } from './creation.ts';
import { askForDocuments } from './documents.ts';
import { postpone, type ReceiverRow, selectByProviderId, selectReceiver } from './model.ts';
import { applyAnswer, nextLookup, toAnswer } from './reports.ts';
import { openToken, sealToken } from './tokens.ts';

export { findOpenReceiverId, findSplit, splitsSales } from './splits.ts';

/** Returns the row as adapters take it: with a reference to its account's secret instead of the sealed one. */
export const withToken = async <Row extends { receiverToken: string | null }>(
  app: Pick<FastifyInstance, 'dataKeys'>,
  connection: Connection,
  row: Row,
): Promise<Row> =>
  row.receiverToken === null ? row : { ...row, receiverToken: await openToken(app, connection, row.receiverToken) };

export const findReceiverByProvider = (
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  connectionId: string,
  receiverId: string,
): Promise<ReceiverRow | undefined> =>
  app.database.find(platformId, selectByProviderId(platformId, connectionId, receiverId), true);

/** Takes a receiver that is due one step further. */
export async function advanceReceiver(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const row = await app.database.find(platformId, selectReceiver(platformId, id), true);
  if (row?.state === 'REQUESTED') {
    const lost = { receiverId: null, receiverToken: null, providerStatus: null, reason: null, nextCheckAt: null };
    await applyAnswer(app, platformId, id, ['REQUESTED'], { ...lost, state: 'UNKNOWN', status: 'PENDING' });
    app.log.error({ alert: 'receiver-unknown', receiverRow: id }, 'The call that opens an account was interrupted');
  } else if (row?.state === 'ANSWERED') await lookUpReceiver(app, platformId, row);
}

/** Asks the provider about an account, and writes what follows. Returns whether the provider knew the account. */
async function lookUpReceiver(app: FastifyInstance, platformId: string, row: ReceiverRow): Promise<boolean> {
  const connection = await findConnection(app, platformId, row.connectionId);
  const canBeAsked = row.receiverId !== null && connection?.manifest.operations.includes('getReceiver') === true;
  const now = app.clock.now();
  const outcome = connection
    ? await lookUpOrder<ReceiverResult & { reference?: undefined }>({
        connection,
        order: { reference: row.id, providerId: row.receiverId, sentAt: row.createdAt, misses: 0 },
        now,
        ask: canBeAsked
          ? async () => callLookup(app, connection, 'getReceiver', await toLookup(app, connection, row), null)
          : null,
        idOf: ({ receiverId }) => receiverId,
      })
    : ({ kind: 'UNASKABLE' } as const);
  if (connection && outcome.kind === 'FOUND') {
    const receiverToken = await sealToken(app, connection, outcome.answer.receiverToken);
    const answer = toAnswer(app, connection, row.checks + 1, { ...outcome.answer, receiverToken });
    const changed = await applyAnswer(app, platformId, row.id, ['ANSWERED'], answer);
    await askForDocuments(app, platformId, changed ?? row);
    return true;
  }
  const isUnreached = outcome.kind === 'UNREACHED';
  if (isUnreached) app.log.warn({ err: outcome.error, receiverRow: row.id }, 'A receiver could not be looked up');
  else if (outcome.kind !== 'UNASKABLE')
    app.log.error({ alert: 'receiver-vanished', receiverRow: row.id }, 'A provider does not know a receiver any more');
  const checks = row.checks + (isUnreached ? 0 : 1);
  const later = nextLookup(now, row.status, checks);
  if (!later) return false;
  const nextCheckAt = notBefore(isUnreached ? outcome.error.retryAt : undefined, later);
  await app.database.run(platformId, postpone(platformId, row.id, { checks, nextCheckAt }));
  return false;
}

/** Applies an event. Returns whether the provider's word is known: a signed event is believed, any other is only a reason to look. */
export async function applyReceiverEvent(
  app: FastifyInstance,
  platformId: string,
  row: ReceiverRow,
  connection: Connection,
  { result: event, isSigned }: { result: WebhookResult; isSigned: boolean },
): Promise<boolean> {
  if (!isSigned || !event.providerStatus || !row.receiverId) return lookUpReceiver(app, platformId, row);
  const { providerStatus, reason } = event;
  const report = { receiverId: row.receiverId, receiverToken: null, providerStatus, ...(reason && { reason }) };
  await applyAnswer(app, platformId, row.id, ['ANSWERED'], toAnswer(app, connection, row.checks + 1, report));
  return true;
}

export const receiverSubject = (app: FastifyInstance): EventSubject => ({
  unknown: 'UNKNOWN_RECEIVER',
  async find({ platformId, connectionId }, { receiverId }) {
    const row = receiverId ? await findReceiverByProvider(app, platformId, connectionId, receiverId) : null;
    return row
      ? {
          id: row.id,
          version: null,
          paymentId: null,
          apply: (made, event) => applyReceiverEvent(app, platformId, row, made, event),
        }
      : null;
  },
});
