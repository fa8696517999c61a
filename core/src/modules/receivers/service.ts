/** Following receivers until the provider has decided, and what its events say. */
import { isProviderError } from '@feira/plugin-kit';
import type { WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import { toLookup } from './creation.ts';
import { askForDocuments } from './documents.ts';
import { postpone, type ReceiverRow, selectByProviderId, selectReceiver } from './model.ts';
import { openToken, sealToken } from './tokens.ts';
import { learn, nextLook, toAnswer } from './words.ts';

export { findOpenReceiverId, findSplit, splitsSales } from './splits.ts';

/** The row as adapters take it: with a reference to its account's secret instead of the sealed one. */
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
    await learn(app, platformId, id, ['REQUESTED'], { ...lost, state: 'UNKNOWN', status: 'PENDING' });
    app.log.error({ alert: 'receiver-unknown', receiverRow: id }, 'The call that opens an account was interrupted');
  } else if (row?.state === 'ANSWERED') await lookAt(app, platformId, row);
}

/** Whether the provider itself answered, whatever it said. */
async function lookAt(app: FastifyInstance, platformId: string, row: ReceiverRow): Promise<boolean> {
  const later = nextLook(app.clock.now(), row.status, row.checks + 1);
  const connection = await findConnection(app, platformId, row.connectionId);
  if (!row.receiverId || !connection?.manifest.operations.includes('getReceiver')) {
    if (later) await app.database.write(platformId, [postpone(platformId, row.id, later)]);
    return false;
  }
  try {
    const said = await callProvider(connection, 'getReceiver', await toLookup(app, connection, row), null);
    if (said?.receiverId === row.receiverId) {
      const receiverToken = await sealToken(app, connection, said.receiverToken);
      const answer = toAnswer(app, connection, row.checks + 1, { ...said, receiverToken });
      const learnt = await learn(app, platformId, row.id, ['ANSWERED'], answer);
      await askForDocuments(app, platformId, learnt ?? row);
      return true;
    }
    app.log.error({ alert: 'receiver-vanished', receiverRow: row.id }, 'A provider does not know a receiver any more');
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn({ err: error, receiverRow: row.id }, 'A receiver could not be looked up');
  }
  if (later) await app.database.write(platformId, [postpone(platformId, row.id, later)]);
  return false;
}

/** Whether something was learnt: a signed word is believed, any other is only a reason to look. */
export async function hearOfReceiver(
  app: FastifyInstance,
  platformId: string,
  row: ReceiverRow,
  connection: Connection,
  { said, isSigned }: { said: WebhookResult; isSigned: boolean },
): Promise<boolean> {
  if (!isSigned || !said.providerStatus || !row.receiverId) return lookAt(app, platformId, row);
  const { providerStatus, reason } = said;
  const words = { receiverId: row.receiverId, receiverToken: null, providerStatus, ...(reason && { reason }) };
  await learn(app, platformId, row.id, ['ANSWERED'], toAnswer(app, connection, row.checks + 1, words));
  return true;
}
