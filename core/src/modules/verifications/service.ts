/** Tells other modules whether the platform knows who a person is, and hands them the documents. */
import { DOCUMENT_MISSING, findMissing, wantedDocuments } from '@feira/schemas/rules/verification';
import type { VerificationDocument } from '@feira/schemas/verification';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { FileType } from '../../shared/file-kind.ts';
import { selectSealedOf, selectVerification, selectWithdrawn } from './model.ts';
import { openFile } from './sealing.ts';
import { typeOfDocument } from './views.ts';

export { takeBack } from './model.ts';

/** The act that a person is about to do; a withdrawal has its amount. */
type Deed = { kind: 'SALE' } | { kind: 'WITHDRAWAL'; amount: number; currency: string };

async function isDemanded(
  { find }: Pick<Transaction, 'find'>,
  { id, settings }: PlatformContext,
  personId: string,
  deed: Deed,
): Promise<boolean> {
  const { demand, freeUpTo } = settings.verification;
  if (demand === 'NEVER') return false;
  if (deed.kind === 'SALE') return demand === 'BEFORE_SALES';
  if (demand !== 'ABOVE_AMOUNT') return true;
  // Several small withdrawals need no less than one large one.
  const withdrawn = await find(selectWithdrawn(id, personId, deed.currency));
  return deed.currency !== settings.currency || (withdrawn?.amount ?? 0) + deed.amount > freeUpTo;
}

/**
 * Throws VERIFICATION_REQUIRED, with what is missing, or VERIFICATION_IN_REVIEW where the platform wants to know first who the person is. A
 * platform that demands nothing costs no statement.
 */
export async function checkVerification(
  transaction: Pick<Transaction, 'find'>,
  platform: PlatformContext,
  personId: string,
  deed: Deed,
): Promise<void> {
  if (!(await isDemanded(transaction, platform, personId, deed))) return;
  const row = await transaction.find(selectVerification(platform.id, personId));
  if (row?.status === 'VERIFIED') return;
  if (row?.status === 'IN_REVIEW') throw new AppError('VERIFICATION_IN_REVIEW');
  const wanted = wantedDocuments(platform.settings.verification, typeOfDocument(row?.document ?? null));
  const missing = findMissing(wanted, row?.documents ?? []);
  throw new AppError('VERIFICATION_REQUIRED', {
    reasons: Object.fromEntries(missing.map((kind) => [kind, DOCUMENT_MISSING[kind]])),
  });
}

export interface StoredFile {
  kind: VerificationDocument;
  mediaType: FileType;
  /** A name with the extension of its type: the sender's own name is not stored. */
  name: string;
  content: Buffer;
}

const ENDINGS: Record<FileType, string> = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' };
export const nameFile = (kind: VerificationDocument, mediaType: FileType): string => `${kind}.${ENDINGS[mediaType]}`;

/** Returns the kinds of documents that the team has accepted of a person whose verification is good. */
export async function listVerified(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  personId: string,
): Promise<VerificationDocument[]> {
  const row = await database.find(platformId, selectVerification(platformId, personId), true);
  return row?.status === 'VERIFIED' ? row.documents.map(({ kind }) => kind) : [];
}

/** Returns the documents of a person as they were sent. */
export async function readFiles(
  app: Pick<FastifyInstance, 'database' | 'dataKeys'>,
  platformId: string,
  personId: string,
): Promise<StoredFile[]> {
  const rows = await app.database.list(platformId, selectSealedOf(platformId, personId), true);
  return Promise.all(
    rows.map(async (row) => ({
      kind: row.kind,
      mediaType: row.mediaType,
      name: nameFile(row.kind, row.mediaType),
      content: await openFile(app, platformId, row),
    })),
  );
}
