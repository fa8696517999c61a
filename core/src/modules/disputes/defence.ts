/** What a seller says and shows for themselves. */
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { findKind } from '../../shared/file-kind.ts';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import {
  deleteFile,
  insertFile,
  lockStored,
  type StoredDispute,
  selectFiles,
  selectSubject,
  setAnswered,
} from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'clock'>;

const MOST_FILES = 10;
const MOST_BYTES = 5_242_880;

export interface OwnCase {
  platformId: string;
  disputeId: string;
  /** Null: somebody who looks after everybody's. */
  sellerId: string | null;
}

/** The case while nobody else changes it, and only as long as its defence was not sent in. */
async function lockUnanswered(
  transaction: Transaction,
  { platformId, disputeId, sellerId }: OwnCase,
): Promise<StoredDispute> {
  const stored = await transaction.find(lockStored(platformId, disputeId));
  if (!stored || (sellerId !== null && stored.sellerId !== sellerId))
    throw new AppError('DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
  if (stored.state !== 'OPEN') throw new AppError('DISPUTE_CLOSED', { fields: ['disputeId'] });
  return stored;
}

/** Answers the file's id. */
export async function addFile(
  app: App,
  own: OwnCase,
  { name, base64, addedBy }: { name: string; base64: string; addedBy: string },
): Promise<string> {
  const content = Buffer.from(base64, 'base64');
  if (content.length > MOST_BYTES) throw new AppError('FILE_TOO_LARGE', { fields: ['content'] });
  const mediaType = findKind(name, content);
  if (!mediaType) throw new AppError('FILE_KIND', { fields: ['content'] });
  const id = newId();
  await app.database.transaction(own.platformId, async (transaction) => {
    await lockUnanswered(transaction, own);
    const present = await transaction.list(selectFiles(own.platformId, own.disputeId));
    if (present.length >= MOST_FILES) throw new AppError('FILE_LIMIT', { fields: ['content'] });
    await transaction.run(
      insertFile(own.platformId, { id, disputeId: own.disputeId, name, mediaType, content, addedBy }),
    );
  });
  return id;
}

export const removeFile = (app: App, own: OwnCase, fileId: string): Promise<void> =>
  app.database.transaction(own.platformId, async (transaction) => {
    await lockUnanswered(transaction, own);
    const removed = await transaction.find(deleteFile(own.platformId, own.disputeId, fileId));
    if (!removed) throw new AppError('DISPUTE_NOT_FOUND', { fields: ['fileId'] });
  });

export const answer = (app: App, own: OwnCase, caller: Caller, defence: string): Promise<void> =>
  app.database.transaction(own.platformId, async (transaction) => {
    const { paymentId, dueAt, kind } = await lockUnanswered(transaction, own);
    const now = app.clock.now();
    if (now > dueAt) throw new AppError('DISPUTE_EXPIRED', { fields: ['disputeId'] });
    await transaction.run(setAnswered(own.platformId, own.disputeId, defence.trim(), now));
    const files = await transaction.list(selectFiles(own.platformId, own.disputeId));
    const subject = await transaction.find(selectSubject(own.platformId, paymentId));
    await transaction.run(
      recordEvent(own.platformId, caller, {
        type: 'dispute.answered',
        subject: { type: 'dispute', id: own.disputeId, name: subject?.title ?? '' },
        details: { kind, paymentId: subject?.publicId ?? null, files: files.map(({ name }) => name) },
      }),
    );
  });
