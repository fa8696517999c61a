/** Takes the seller's defence: the answer to a dispute and its files. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { findKind } from '../../shared/file-kind.ts';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { notifyAdmins } from '../notifications/service.ts';
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

const MAX_FILES = 10;
const MAX_BYTES = 5_242_880;

export interface SellersDispute {
  platformId: string;
  disputeId: string;
  /** Null for an administrator who may answer the disputes of every seller. */
  sellerId: string | null;
}

/** Locks and returns the dispute. Throws where it is closed or answered, because an answer is sent once. */
async function lockUnanswered(
  transaction: Transaction,
  { platformId, disputeId, sellerId }: SellersDispute,
): Promise<StoredDispute> {
  const stored = await transaction.find(lockStored(platformId, disputeId));
  if (!stored || (sellerId !== null && stored.sellerId !== sellerId))
    throw new AppError('DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
  if (stored.state !== 'OPEN') throw new AppError('DISPUTE_CLOSED', { fields: ['disputeId'] });
  return stored;
}

/** Adds a file of at most 5 MiB to the defence and returns its id. */
export async function addFile(
  app: App,
  dispute: SellersDispute,
  { name, base64, addedBy }: { name: string; base64: string; addedBy: string },
): Promise<string> {
  const content = Buffer.from(base64, 'base64');
  if (content.length > MAX_BYTES) throw new AppError('FILE_TOO_LARGE', { fields: ['content'] });
  const mediaType = findKind(name, content);
  if (!mediaType) throw new AppError('FILE_KIND', { fields: ['content'] });
  const id = newId();
  await app.database.transaction(dispute.platformId, async (transaction) => {
    await lockUnanswered(transaction, dispute);
    const present = await transaction.list(selectFiles(dispute.platformId, dispute.disputeId));
    if (present.length >= MAX_FILES) throw new AppError('FILE_LIMIT', { fields: ['content'] });
    await transaction.run(
      insertFile(dispute.platformId, { id, disputeId: dispute.disputeId, name, mediaType, content, addedBy }),
    );
  });
  return id;
}

export const removeFile = (app: App, dispute: SellersDispute, fileId: string): Promise<void> =>
  app.database.transaction(dispute.platformId, async (transaction) => {
    await lockUnanswered(transaction, dispute);
    const removed = await transaction.find(deleteFile(dispute.platformId, dispute.disputeId, fileId));
    if (!removed) throw new AppError('DISPUTE_NOT_FOUND', { fields: ['fileId'] });
  });

export const answerDispute = (app: App, dispute: SellersDispute, caller: Caller, defence: string): Promise<void> =>
  app.database.transaction(dispute.platformId, async (transaction) => {
    const { paymentId, dueAt, kind } = await lockUnanswered(transaction, dispute);
    const now = app.clock.now();
    if (now > dueAt) throw new AppError('DISPUTE_EXPIRED', { fields: ['disputeId'] });
    await transaction.run(setAnswered(dispute.platformId, dispute.disputeId, defence.trim(), now));
    const files = await transaction.list(selectFiles(dispute.platformId, dispute.disputeId));
    const subject = await transaction.find(selectSubject(dispute.platformId, paymentId));
    await transaction.runAll([
      recordEvent(dispute.platformId, caller, {
        type: 'dispute.answered',
        subject: { type: 'dispute', id: dispute.disputeId, name: subject?.title ?? '' },
        details: { kind, paymentId: subject?.publicId ?? null, files: files.map(({ name }) => name) },
      }),
      // A defence that an administrator wrote is no news to the team.
      ...(dispute.sellerId === null
        ? []
        : [
            notifyAdmins(dispute.platformId, 'isChargesAvailable', {
              type: 'dispute.defended',
              parameters: { title: subject?.title ?? '', kind },
              href: `${DASHBOARD_PATHS.admin}/charges?state=ANSWERED`,
              source: `dispute:${dispute.disputeId}:defended`,
            }),
          ]),
    ]);
  });
