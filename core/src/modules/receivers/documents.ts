/**
 * Passes on the documents that providers want of receivers. A file is checked, handed on within the request that brings it, and forgotten:
 * it stands in no table, log or error, and adapters get a reference in its place.
 */
import { isProviderError, mapStatus } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { ReceiverDocument, ReceiverDocumentStatus } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Caller } from '../audit/service.ts';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { describeSending, toLookup } from './creation.ts';
import {
  claimAsking,
  countFile,
  type DocumentRow,
  lockAsked,
  type ReportedDocument,
  selectAskedAt,
  selectDocument,
  selectDocuments,
  setAskedAt,
  type Taken,
  writeDocuments,
  writeTaken,
} from './document-model.ts';
import { type CheckedFile, checkFile, lendFiles } from './files.ts';
import { type ReceiverRow, selectReceiver } from './model.ts';

const ASK_AGAIN_MS = 60_000;
const MOST_FILES = 10;
const LONGEST_REASON = 300;

/** The person whose receiver it has to be; null for staff, who look after all. */
type Owner = string | null;

/** A status word that the manifest does not know decides nothing: nobody is asked again for a document under review. */
function readStatus(app: Pick<FastifyInstance, 'log'>, { manifest, providerId }: Connection, word: string) {
  const map = manifest.status.receiverDocument;
  const { status, isRecognised } = map
    ? mapStatus(map, word)
    : { status: 'SENT' as ReceiverDocumentStatus, isRecognised: false };
  if (!isRecognised)
    app.log.warn(
      { alert: 'unrecognised-document-status', provider: providerId, providerStatus: word },
      "A provider used a status word of receivers' documents that its manifest does not know",
    );
  return status;
}

const toReportedDocument = (
  app: FastifyInstance,
  connection: Connection,
  document: ReceiverDocument,
): ReportedDocument => ({
  id: newId(),
  documentId: document.documentId,
  kind: document.kind ?? null,
  title: document.title,
  description: document.description ?? null,
  status: readStatus(app, connection, document.providerStatus),
  providerStatus: document.providerStatus,
  reason: document.reason?.slice(0, LONGEST_REASON) || null,
  takesFile: document.takesFile,
  hasLink: document.hasLink,
});

function mayAsk(app: FastifyInstance, { manifest }: Connection, { state, status, receiverId, createdAt }: ReceiverRow) {
  const lagMs = (manifest.lookup.documentsLagSeconds ?? 0) * 1_000;
  const isOld = app.clock.now().getTime() - createdAt.getTime() >= lagMs;
  const isOffered = manifest.operations.includes('getReceiverDocuments');
  return isOffered && isOld && state === 'ANSWERED' && status !== 'REJECTED' && receiverId !== null;
}

/** Asks the provider unless it was asked a moment ago; where it does not answer, the known list stays. */
export async function askForDocuments(app: FastifyInstance, platformId: string, row: ReceiverRow): Promise<void> {
  const connection = await findConnection(app, platformId, row.connectionId);
  if (!connection || !mayAsk(app, connection, row)) return;
  const now = app.clock.now();
  const unless = new Date(now.getTime() - ASK_AGAIN_MS);
  const claimed = await app.database.transaction(platformId, (transaction) =>
    transaction.list(claimAsking(platformId, row.id, now, unless)),
  );
  if (claimed.length === 0) return;
  try {
    const reported = await callProvider(connection, 'getReceiverDocuments', await toLookup(app, connection, row), null);
    const unique = new Map(
      reported.documents.map((document) => [document.documentId, toReportedDocument(app, connection, document)]),
    );
    await storeDocuments(app, platformId, row, { askedAt: now, reported: [...unique.values()] });
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn({ err: error, receiverRow: row.id }, 'The documents of a receiver could not be asked for');
  }
}

/** Stores the provider's list, unless it was asked again or a file was sent meanwhile, and notifies the person of what they have to do. */
const storeDocuments = (
  app: FastifyInstance,
  platformId: string,
  { id, personId, provider }: ReceiverRow,
  { askedAt, reported }: { askedAt: Date; reported: ReportedDocument[] },
): Promise<void> =>
  app.database.transaction(platformId, async (transaction) => {
    const isLatest = await transaction.find(lockAsked(platformId, id, askedAt));
    if (!isLatest) return;
    const wanted = await transaction.list(writeDocuments(platformId, id, reported));
    const [first] = wanted;
    if (!first || !personId) return;
    const notification = {
      type: 'receiver.documentsWanted',
      parameters: { provider, status: first.status, title: first.title, reason: first.reason ?? '' },
      href: `${DASHBOARD_PATHS.seller}/receivers`,
      source: `receiver-documents:${id}:${askedAt.getTime()}`,
    } as const;
    await transaction.run(prepareNotification(platformId, personId, notification));
  });

export async function readDocuments(
  app: FastifyInstance,
  platformId: string,
  id: string,
  owner: Owner,
): Promise<{ askedAt: Date | null; rows: DocumentRow[] }> {
  const row = await app.database.find(platformId, selectReceiver(platformId, id), true);
  if (!row || (owner !== null && row.personId !== owner)) throw new AppError('RECEIVER_NOT_FOUND', { fields: ['id'] });
  await askForDocuments(app, platformId, row);
  const [asked, documents] = await app.database.read(
    platformId,
    [selectAskedAt(platformId, id), selectDocuments(platformId, id)],
    true,
  );
  return {
    askedAt: asked.rows[0]?.askedAt ?? null,
    rows: documents.rows,
  };
}

interface Target {
  document: DocumentRow;
  receiver: ReceiverRow;
  connection: Connection;
}

async function findTarget(
  app: FastifyInstance,
  platformId: string,
  id: string,
  { owner, operation }: { owner: Owner; operation: 'sendReceiverDocument' | 'getReceiverLink' },
): Promise<Target> {
  const missing = () => new AppError('RECEIVER_DOCUMENT_NOT_FOUND', { fields: ['documentId'] });
  const document = await app.database.find(platformId, selectDocument(platformId, id), true);
  if (!document) throw missing();
  const receiver = await app.database.find(platformId, selectReceiver(platformId, document.receiverRowId), true);
  if (!receiver || (owner !== null && receiver.personId !== owner)) throw missing();
  const isOpen = operation === 'getReceiverLink' ? document.hasLink : document.takesFile;
  const isThere = receiver.state === 'ANSWERED' && receiver.receiverId !== null && receiver.status !== 'REJECTED';
  if (!isThere || !isOpen || document.status === 'ACCEPTED') throw closed();
  const connection = await findConnection(app, platformId, receiver.connectionId);
  if (!connection?.manifest.operations.includes(operation)) throw new AppError('RECEIVER_UNAVAILABLE');
  return { document, receiver, connection };
}

const closed = () => new AppError('RECEIVER_DOCUMENT_CLOSED', { fields: ['documentId'] });
const unanswered = (cause: unknown) => new AppError('RECEIVER_UNKNOWN', { fields: ['documentId'], cause });

export interface SentFile {
  documentId: string;
  owner: Owner;
  name: string;
  base64: string;
}

/** Returns the document as it is afterwards; a file that the provider refuses is a result. */
export async function sendDocument(
  app: FastifyInstance,
  platformId: string,
  caller: Caller,
  { documentId, owner, name, base64 }: SentFile,
): Promise<DocumentRow> {
  const file = checkFile('content', { name, base64 });
  const target = await findTarget(app, platformId, documentId, { owner, operation: 'sendReceiverDocument' });
  await beginSending(app, platformId, caller, target, file);
  const taken = await handOn(app, platformId, target, file);
  return app.database.transaction(platformId, async (transaction) => {
    // A list that was asked for before does not hold this file.
    await transaction.run(setAskedAt(platformId, target.receiver.id, app.clock.now()));
    const row = await transaction.find(writeTaken(platformId, documentId, taken));
    if (!row) throw closed();
    return row;
  });
}

/** The log says who sent which document before the file leaves. */
const beginSending = (
  app: FastifyInstance,
  platformId: string,
  caller: Caller,
  { document, receiver, connection }: Target,
  file: CheckedFile,
): Promise<void> =>
  app.database.transaction(platformId, async (transaction) => {
    const counted = await transaction.find(countFile(platformId, document.id));
    if (!counted) throw closed();
    if (counted.files > MOST_FILES) throw new AppError('RECEIVER_DOCUMENT_LIMIT', { fields: ['documentId'] });
    await transaction.run(describeSending(platformId, caller, { connection, receiver, title: document.title, file }));
  });

async function handOn(
  app: FastifyInstance,
  platformId: string,
  { document, receiver, connection }: Target,
  file: CheckedFile,
): Promise<Taken> {
  try {
    const lookup = await toLookup(app, connection, receiver);
    const { documentId, kind } = document;
    const reported = await lendFiles(connection, new Map([['file', file]]), (lent) =>
      callProvider(
        connection,
        'sendReceiverDocument',
        { ...lookup, documentId, ...(kind && { kind }), file: lent.file! },
        null,
      ),
    );
    const status = readStatus(app, connection, reported.providerStatus);
    const reason = reported.reason?.slice(0, LONGEST_REASON) || null;
    return { status, providerStatus: reported.providerStatus, reason, sentAt: app.clock.now() };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn({ err: error, receiverRow: receiver.id }, 'A document of a receiver could not be handed on');
    if (error.outcome === 'REJECTED' && error.code !== 'UNAUTHORIZED')
      return {
        status: 'REFUSED',
        providerStatus: null,
        reason: error.message.slice(0, LONGEST_REASON),
        sentAt: null,
      };
    // The file may have arrived: the next read of the list asks the provider again.
    await app.database.run(platformId, setAskedAt(platformId, receiver.id, null));
    throw unanswered(error);
  }
}

/** Returns the address, which is stored nowhere. */
export async function createLink(
  app: FastifyInstance,
  platformId: string,
  documentId: string,
  owner: Owner,
): Promise<{ url: string; expiresAt: string | null }> {
  const { document, receiver, connection } = await findTarget(app, platformId, documentId, {
    owner,
    operation: 'getReceiverLink',
  });
  const lookup = { ...(await toLookup(app, connection, receiver)), documentId: document.documentId };
  const link = await callProvider(connection, 'getReceiverLink', lookup, null).catch((error: unknown) => {
    if (!isProviderError(error)) throw error;
    throw error.outcome === 'REJECTED' && error.code !== 'UNAUTHORIZED' ? closed() : unanswered(error);
  });
  if (!link) throw closed();
  // Only the provider knows what happens on its page.
  await app.database.run(platformId, setAskedAt(platformId, receiver.id, null));
  return { url: link.url, expiresAt: link.expiresAt ?? null };
}
