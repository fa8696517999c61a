/** Takes documents of the people whom they are about, and hands them in for review. */
import { DOCUMENT_MISSING, findMissing, wantedDocuments } from '@feira/schemas/rules/verification';
import { VERIFICATION_FILE_BYTES, type VerificationDocument } from '@feira/schemas/verification';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findKind } from '../../shared/file-kind.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { countFile, deleteDocument, insertDocument, lockVerification, selectVerification, submit } from './model.ts';
import { announceStatus, notifyTeam } from './notices.ts';
import { sealFile } from './sealing.ts';
import { typeOfDocument } from './views.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'clock'>;

/** The files that a person may send until the next decision. */
const MOST_FILES = 50;

const toSubject = ({ id, name, email }: PersonCall['person']) => ({ type: 'person', id, name, email }) as const;

function refuseImpersonation({ impersonator }: PersonCall['person']): void {
  if (impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
}

export async function sendDocument(
  app: App,
  { platform, person, request }: PersonCall,
  { kind, name, content: base64 }: { kind: VerificationDocument; name: string; content: string },
): Promise<void> {
  refuseImpersonation(person);
  const content = Buffer.from(base64, 'base64');
  if (content.length > VERIFICATION_FILE_BYTES) throw new AppError('FILE_TOO_LARGE', { fields: ['content'] });
  const mediaType = findKind(name, content);
  if (!mediaType) throw new AppError('FILE_KIND', { fields: ['content'] });
  const id = newId();
  const sealed = await sealFile(app, platform.id, id, content);
  const sentAt = app.clock.now();
  await app.database.transaction(platform.id, async (transaction) => {
    const counted = await transaction.find(countFile(platform.id, person.id, MOST_FILES, sentAt));
    if (!counted) throw new AppError('VERIFICATION_CLOSED', { fields: ['kind'] });
    if (counted.isFull) throw new AppError('VERIFICATION_LIMIT', { fields: ['kind'] });
    const document = { id, personId: person.id, kind, mediaType, byteCount: content.length, ...sealed, sentAt };
    await transaction.runAll([
      deleteDocument(platform.id, person.id, kind),
      insertDocument(platform.id, document),
      recordEvent(platform.id, request, {
        type: 'verification.documentSent',
        subject: toSubject(person),
        details: { personDocument: kind, mediaType, byteCount: content.length },
      }),
    ]);
  });
}

export const submitVerification = (app: App, { platform, person, request }: PersonCall): Promise<void> => {
  refuseImpersonation(person);
  return app.database.transaction(platform.id, async (transaction) => {
    const locked = await transaction.find(lockVerification(platform.id, person.id));
    const row = await transaction.find(selectVerification(platform.id, person.id));
    const type = typeOfDocument(row?.document ?? null);
    if (!row || !type) throw new AppError('DOCUMENT_REQUIRED');
    const missing = findMissing(wantedDocuments(platform.settings.verification, type), row.documents);
    if (!locked || missing.length > 0)
      throw new AppError('VERIFICATION_INCOMPLETE', {
        reasons: Object.fromEntries(missing.map((kind) => [kind, DOCUMENT_MISSING[kind]])),
      });
    if (locked.status === 'IN_REVIEW' || locked.status === 'VERIFIED') throw new AppError('VERIFICATION_CLOSED');
    const now = app.clock.now();
    const submitted = await transaction.find(submit(platform.id, person.id, now));
    await transaction.runAll([
      announceStatus(platform.id, person.id, 'IN_REVIEW', now),
      notifyTeam(platform.id, person, submitted?.version ?? 0),
      recordEvent(platform.id, request, { type: 'verification.submitted', subject: toSubject(person) }),
    ]);
  });
};
