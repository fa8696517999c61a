/**
 * Opens an account at a provider. The request is written first; after a lost answer it is never sent again, because no provider
 * tells by a reference of ours whether it opened an account.
 */
import { isProviderError } from '@feira/plugin-kit';
import type { ManifestForm } from '@feira/schemas/manifest';
import type { Address, ReceiverRequest } from '@feira/schemas/provider';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { divideForm, receiverFormFor } from '@feira/schemas/rules/receiver-form';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';

import { type Connection, callProvider, findFormProblems, listConnections } from '../connections/service.ts';
import { callOrder, endOfCall } from '../provider-orders/service.ts';
import { type Attached, addVerified, type CheckedFile, checkAttached, lendFiles } from './files.ts';
import { type Answer, insertReceiver, lockCurrent, type ReceiverRow, selectAccount, selectApplicant } from './model.ts';
import { applyAnswer, toAnswer } from './reports.ts';
import { openToken, sealToken } from './tokens.ts';

const CPF_LENGTH = 11;
const typeOf = (document: string) => (document.length === CPF_LENGTH ? 'CPF' : 'CNPJ');

export interface Application {
  personId: string;
  connectionId: string;
  birthDate?: string | undefined;
  address?: Address | undefined;
  destinationId?: string | undefined;
  data?: Record<string, string | number | boolean> | undefined;
  files?: Attached | undefined;
}

async function findOpening(app: FastifyInstance, platformId: string, connectionId: string): Promise<Connection> {
  const connection = (await listConnections(app, platformId)).get(connectionId);
  if (!connection) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
  if (!connection.isEnabled || !connection.manifest.operations.includes('createReceiver'))
    throw new AppError('RECEIVER_UNAVAILABLE', { fields: ['connectionId'] });
  return connection;
}

const NO_FORM: ManifestForm = { type: 'object', required: [], properties: {} };

function checkData(form: ManifestForm, data: NonNullable<Application['data']>): void {
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

/**
 * Checks what was typed and attached against the questions for this person; answers to those for the other kind are left out. Verified
 * documents of the person stand for files that were not attached.
 */
async function checkAnswers(
  app: FastifyInstance,
  { manifest, platformId }: Connection,
  { personId, data = {}, files = {} }: Application,
  documentType: 'CPF' | 'CNPJ',
) {
  const whole = manifest.receiverFields ?? NO_FORM;
  const { typed, attached } = divideForm(receiverFormFor(whole, documentType));
  const isMeant = (name: string) => !Object.hasOwn(whole.properties, name) || Object.hasOwn(typed.properties, name);
  const answers = Object.fromEntries(Object.entries(data).filter(([name]) => isMeant(name)));
  checkData(typed, answers);
  const all = await addVerified(app, platformId, personId, { form: attached, attached: files });
  return { data: answers, files: checkAttached(attached, all) };
}

function toRequest(
  { webhookUrl }: Connection,
  { birthDate, address }: Application,
  data: Record<string, string | number | boolean>,
  { name, email, document, phone, account }: Awaited<ReturnType<typeof readApplicant>>,
): ReceiverRequest {
  return {
    name,
    email,
    document,
    webhookUrl,
    documentType: typeOf(document),
    ...(phone && { phone }),
    ...(birthDate && { birthDate }),
    ...(address && { address }),
    ...(Object.keys(data).length > 0 && { providerSpecificData: data }),
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
  const applicant = await readApplicant(app, platformId, application);
  const { data, files } = await checkAnswers(app, connection, application, typeOf(applicant.document));
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
    const { properties } = connection.manifest.receiverFields ?? NO_FORM;
    for (const [field, file] of files) {
      const title = properties[field]?.title['pt-BR'] ?? field;
      await transaction.run(describeSending(platformId, caller, { connection, receiver: inserted, title, file }));
    }
    return inserted;
  });
  const request = toRequest(connection, application, data, applicant);
  const answer = await lendFiles(connection, files, (lent) =>
    callCreate(app, connection, row, { ...request, ...(files.size > 0 && { files: lent }) }),
  );
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

/** The log says who sent which file, before it leaves: its kind and size, never itself or its name. */
export const describeSending = (
  platformId: string,
  caller: Caller,
  {
    connection,
    receiver,
    title,
    file,
  }: { connection: Connection; receiver: ReceiverRow; title: string; file: CheckedFile },
) =>
  recordEvent(platformId, caller, {
    type: 'receiver.documentSent',
    subject: { type: 'receiver', id: receiver.id, name: receiver.provider },
    details: {
      provider: connection.providerId,
      connectionId: connection.id,
      personId: receiver.personId,
      title,
      mediaType: file.mediaType,
      byteCount: file.content.length,
    },
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
