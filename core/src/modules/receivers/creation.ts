/**
 * Opens an account at a provider. The request is written first; after a lost answer it is never sent again, because no provider
 * tells by a reference of ours whether it opened an account.
 */
import { isProviderError } from '@feira/plugin-kit';
import type { Address, ReceiverRequest } from '@feira/schemas/provider';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';

import { type Connection, callProvider, findFormProblems, listConnections } from '../connections/service.ts';
import { callOrder, endOfCall } from '../provider-orders/service.ts';
import { type Answer, insertReceiver, lockCurrent, type ReceiverRow, selectAccount, selectApplicant } from './model.ts';
import { applyAnswer, toAnswer } from './reports.ts';
import { openToken, sealToken } from './tokens.ts';

const CPF_LENGTH = 11;

export interface Application {
  personId: string;
  connectionId: string;
  birthDate?: string | undefined;
  address?: Address | undefined;
  destinationId?: string | undefined;
  data?: Record<string, string | number | boolean> | undefined;
}

async function findOpening(app: FastifyInstance, platformId: string, connectionId: string): Promise<Connection> {
  const connection = (await listConnections(app, platformId)).get(connectionId);
  if (!connection) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
  if (!connection.isEnabled || !connection.manifest.operations.includes('createReceiver'))
    throw new AppError('RECEIVER_UNAVAILABLE', { fields: ['connectionId'] });
  return connection;
}

function checkData({ manifest }: Connection, data: NonNullable<Application['data']>): void {
  const form = manifest.receiverFields ?? { type: 'object', required: [], properties: {} };
  const problems = findFormProblems(form, { settings: data, secrets: {} });
  const reasons = Object.fromEntries(
    Object.entries(problems).map(([name, reason]) => [`data.${name.split('.').at(-1)}`, reason]),
  );
  if (Object.keys(reasons).length > 0) throw new AppError('CREDENTIALS_INVALID', { reasons });
}

async function readApplicant(app: FastifyInstance, platformId: string, application: Application) {
  const { personId, destinationId } = application;
  const [person, account] = await app.database.read(
    platformId,
    [
      selectApplicant(platformId, personId),
      ...(destinationId ? [selectAccount(platformId, personId, destinationId)] : []),
    ],
    true,
  );
  const found = person.rows[0];
  if (!found) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
  const document = normalizeDocument(found.document ?? '');
  if (!isDocument(document)) throw new AppError('DOCUMENT_REQUIRED', { fields: ['personId'] });
  const own = account?.rows[0];
  if (destinationId && !own) throw new AppError('DESTINATION_NOT_FOUND', { fields: ['destinationId'] });
  return { ...found, document, account: own };
}

function toRequest(
  { webhookUrl }: Connection,
  { birthDate, address, data }: Application,
  { name, email, document, phone, account }: Awaited<ReturnType<typeof readApplicant>>,
): ReceiverRequest {
  return {
    name,
    email,
    document,
    webhookUrl,
    documentType: document.length === CPF_LENGTH ? 'CPF' : 'CNPJ',
    ...(phone && { phone }),
    ...(birthDate && { birthDate }),
    ...(address && { address }),
    ...(data && { providerSpecificData: data }),
    ...(account && {
      bankAccount: {
        bankCode: account.bankCode,
        branchNumber: account.branchNumber,
        ...(account.branchDigit && { branchDigit: account.branchDigit }),
        accountNumber: account.accountNumber,
        accountDigit: account.accountDigit,
        accountType: account.accountType,
      },
    }),
  };
}

/** Returns the row as it is after the call, whatever became of the call. */
export async function createReceiver(
  app: FastifyInstance,
  platformId: string,
  caller: Caller,
  application: Application,
): Promise<ReceiverRow> {
  const connection = await findOpening(app, platformId, application.connectionId);
  // The person may have an account that was opened after the backup of a restored database.
  if (await app.readOutgoingHold()) throw new AppError('OUTGOING_HELD');
  checkData(connection, application.data ?? {});
  const applicant = await readApplicant(app, platformId, application);
  const row = await app.database.transaction(platformId, async (transaction) => {
    const wanted = {
      id: newId(),
      personId: application.personId,
      connectionId: connection.id,
      provider: connection.providerId,
      destinationId: application.destinationId ?? null,
      nodeId: app.nodes.id,
      overAt: endOfCall(connection, app.clock.now()),
    };
    const inserted = await transaction.find(insertReceiver(platformId, wanted));
    if (!inserted) throw new AppError('RECEIVER_TAKEN', { fields: ['connectionId'] });
    await transaction.run(describeEvent(platformId, caller, 'receiver.created', inserted, applicant.name));
    return inserted;
  });
  const answer = await callCreate(app, connection, row, toRequest(connection, application, applicant));
  return (await applyAnswer(app, platformId, row.id, ['REQUESTED', 'UNKNOWN'], answer)) ?? row;
}

const describeEvent = (
  platformId: string,
  caller: Caller,
  type: 'receiver.created' | 'receiver.adopted',
  { id, personId, connectionId, provider }: ReceiverRow,
  name: string,
) =>
  recordEvent(platformId, caller, {
    type,
    subject: { type: 'receiver', id, name },
    details: { provider, connectionId, personId },
  });

const NOTHING = { receiverId: null, receiverToken: null, providerStatus: null };

async function callCreate(
  app: FastifyInstance,
  connection: Connection,
  row: ReceiverRow,
  request: ReceiverRequest,
): Promise<Answer> {
  const outcome = await callOrder(() => callProvider(connection, 'createReceiver', request, null));
  if (outcome.kind === 'ANSWERED') {
    const receiverToken = await sealToken(app, connection, outcome.answer.receiverToken);
    return toAnswer(app, connection, 0, { ...outcome.answer, receiverToken });
  }
  const { kind, error } = outcome;
  const isLost = kind === 'LOST';
  app.log.error(
    { alert: isLost ? 'receiver-unknown' : 'receiver-refused', err: error, receiverRow: row.id },
    isLost ? 'Only the provider knows whether an account was opened' : 'An account could not be opened',
  );
  if (isLost) return { ...NOTHING, state: 'UNKNOWN', status: 'PENDING', reason: null, nextCheckAt: null };
  const reason = error.message.slice(0, 300);
  return { ...NOTHING, state: 'REFUSED', status: 'REJECTED', reason, nextCheckAt: null };
}

/** Adopts an account that exists: it counts once the provider has confirmed it. */
export async function adoptReceiver(
  app: FastifyInstance,
  platformId: string,
  caller: Caller,
  { personId, connectionId, receiverId }: { personId: string | null; connectionId: string; receiverId: string },
): Promise<ReceiverRow> {
  const connection = (await listConnections(app, platformId)).get(connectionId);
  if (!connection) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
  if (!connection.manifest.operations.includes('getReceiver'))
    throw new AppError('RECEIVER_UNAVAILABLE', { fields: ['connectionId'] });
  const name = personId ? await findName(app, platformId, personId) : '';
  const reported = await callProvider(connection, 'getReceiver', { receiverId }, null).catch((error: unknown) => {
    if (!isProviderError(error)) throw error;
    throw new AppError('RECEIVER_UNKNOWN', { fields: ['receiverId'], cause: error });
  });
  if (reported?.receiverId !== receiverId) throw new AppError('RECEIVER_NOT_FOUND', { fields: ['receiverId'] });
  const receiverToken = await sealToken(app, connection, reported.receiverToken);
  const answer = toAnswer(app, connection, 0, { ...reported, receiverToken });
  const id = await app.database.transaction(platformId, async (transaction) => {
    const find = () => transaction.list(lockCurrent(platformId, connectionId, personId));
    const overAt = app.clock.now();
    const wanted = {
      id: newId(),
      personId,
      connectionId,
      provider: connection.providerId,
      destinationId: null,
      nodeId: app.nodes.id,
      overAt,
    };
    const [current] = await find();
    if (current && current.state !== 'UNKNOWN') throw new AppError('RECEIVER_TAKEN', { fields: ['connectionId'] });
    const [row] = current ? [current] : await transaction.list(insertReceiver(platformId, wanted));
    if (!row) throw new AppError('RECEIVER_TAKEN', { fields: ['connectionId'] });
    await transaction.run(describeEvent(platformId, caller, 'receiver.adopted', row, name));
    return row.id;
  });
  const row = await applyAnswer(app, platformId, id, ['REQUESTED', 'UNKNOWN'], answer);
  if (!row) throw new AppError('RECEIVER_TAKEN', { fields: ['connectionId'] });
  return row;
}

async function findName(app: FastifyInstance, platformId: string, personId: string): Promise<string> {
  const person = await app.database.find(platformId, selectApplicant(platformId, personId), true);
  if (!person) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
  return person.name;
}

/** Returns the request that looks a known account up. */
export const toLookup = async (app: FastifyInstance, connection: Connection, row: ReceiverRow) => ({
  receiverId: row.receiverId ?? '',
  ...(row.receiverToken && { receiverToken: await openToken(app, connection, row.receiverToken) }),
});
