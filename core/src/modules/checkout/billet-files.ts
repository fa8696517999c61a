/**
 * Gives the document of a boleto to its buyer: fetched from the provider at the first click, kept in the private storage, and handed out by
 * addresses that are valid for a minute. Providers' own addresses may end sooner, or ask for a key.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { findKind } from '../../shared/file-kind.ts';
import { withMemo } from '../../shared/memo.ts';
import { type Connection, findConnection } from '../connections/service.ts';
import { fileKey, useStorage } from '../media/service.ts';
import type { Attempt, Payment } from '../payments/model.ts';
import { callLookup } from '../provider-orders/service.ts';

const FILE = { contentType: 'application/pdf', name: 'boleto.pdf' };
const MOST_BYTES = 2 * 1024 * 1024;
/** A boleto that is opened later is fetched anew. */
const KEPT_DAYS = 60;
const PAGE = 500;

type App = FastifyInstance;
type Charge = { payment: Payment; attempt: Attempt & { transactionId: string }; connection: Connection };

/** Whether the provider hands the document over, instead of an address that everybody may open. */
export const hasBilletFile = (connection: Connection | null): boolean =>
  connection?.manifest.capabilities.methods?.BILLET?.pdf === true;

/** Returns the address of a document that can be opened now, or null: the boleto is paid, over, or was never made. */
export async function createBilletLink(app: App, payment: Payment): Promise<string | null> {
  const { platformId, method, status, billetUrl } = payment;
  const attempt = payment.attempts.at(-1);
  if (method !== 'BILLET' || status !== 'PENDING' || attempt?.state !== 'ANSWERED' || !attempt.transactionId)
    return null;
  const connection = await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion);
  if (!connection || !hasBilletFile(connection) || !app.storage) return toWebAddress(billetUrl);
  const charge = { payment, attempt: { ...attempt, transactionId: attempt.transactionId }, connection };
  try {
    const key = await storeFile(app, charge);
    return await useStorage(app, (storage) => storage.signDownload(fileKey(key), FILE));
  } catch (cause) {
    throw cause instanceof AppError && cause.code === 'BILLET_PDF_FAILED'
      ? cause
      : new AppError('BILLET_PDF_FAILED', { cause });
  }
}

const toWebAddress = (url: string | null): string | null => (url && /^https?:\/\/[^\s"<>]+$/.test(url) ? url : null);

/** Returns the key of the file. Of two first clicks at once both store the same file under the same key. */
async function storeFile(app: App, charge: Charge): Promise<string> {
  const { platformId } = charge.payment;
  const row = await app.database.find(platformId, selectFile(platformId, charge.attempt.id), true);
  if (row?.isStored) return row.key;
  const content = await fetchPdf(app, charge);
  const [kept] = await app.database.write(platformId, [
    insertFile(platformId, charge.attempt.id, randomBytes(16).toString('hex')),
  ]);
  const key = kept?.rows[0]?.key;
  if (!key) throw new Error('The row of a document was not written.');
  await useStorage(app, (storage) =>
    storage.put(fileKey(key), content, { contentType: FILE.contentType, isPublic: false }),
  );
  await app.database.run(platformId, setStored(platformId, charge.attempt.id));
  return key;
}

/** Throws unless the provider hands over a PDF of an allowed size, of this very charge. */
async function fetchPdf(app: App, { payment, attempt, connection }: Charge): Promise<Buffer> {
  const request = {
    transactionId: attempt.transactionId,
    reference: attempt.id,
    paymentMethod: payment.method,
    wantsBilletPdf: true,
    ...withMemo(attempt.memo),
  };
  const found = await callLookup(app, connection, 'getTransaction', request, payment.id);
  const content = Buffer.from(found?.billetPdf ?? '', 'base64');
  if (found?.transactionId !== attempt.transactionId || content.length > MOST_BYTES || !findKind(FILE.name, content)) {
    app.log.error({ paymentId: payment.id, bytes: content.length }, 'A provider handed over no document of a boleto');
    throw new AppError('BILLET_PDF_FAILED');
  }
  return content;
}

/** Removes files that were opened first long ago. The file goes first: a row that stays is tried again. */
export async function purgeBilletFiles(app: Pick<App, 'database' | 'storage'>): Promise<void> {
  const { storage, database } = app;
  if (!storage) return;
  for (;;) {
    const aged = await database.jobs.list(selectAged(PAGE));
    if (aged.length === 0) return;
    await storage.remove(aged.map(({ key }) => fileKey(key)));
    await database.jobs.run(deleteFiles(aged.map(({ attemptId }) => attemptId)));
  }
}

const selectFile = (platformId: string, attemptId: string): Statement<{ key: string; isStored: boolean }> => ({
  text: 'SELECT key, stored_at IS NOT NULL AS is_stored FROM billet_file WHERE platform_id = $1 AND attempt_id = $2',
  values: [platformId, attemptId],
});

const insertFile = (platformId: string, attemptId: string, key: string): Statement<{ key: string }> => ({
  text: `INSERT INTO billet_file (platform_id, attempt_id, key) VALUES ($1, $2, $3)
    ON CONFLICT (attempt_id, platform_id) DO UPDATE SET key = billet_file.key RETURNING key`,
  values: [platformId, attemptId, key],
});

const setStored = (platformId: string, attemptId: string): Statement => ({
  text: 'UPDATE billet_file SET stored_at = now() WHERE platform_id = $1 AND attempt_id = $2',
  values: [platformId, attemptId],
});

const selectAged = (limit: number): Statement<{ attemptId: string; key: string }> => ({
  text: `SELECT attempt_id, key FROM billet_file
    WHERE created_at < now() - interval '${KEPT_DAYS} days' ORDER BY created_at LIMIT $1`,
  values: [limit],
});

const deleteFiles = (attemptIds: readonly string[]): Statement => ({
  text: 'DELETE FROM billet_file WHERE attempt_id = ANY($1)',
  values: [attemptIds],
});
