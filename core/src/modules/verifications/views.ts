/** Shows a verification to its person and to the team. */
import { documentType, normalizeDocument } from '@feira/schemas/rules/document';
import { wantedDocuments } from '@feira/schemas/rules/verification';
import { VERIFICATION_DOCUMENTS } from '@feira/schemas/verification';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { VerificationRow } from './model.ts';

export const typeOfDocument = (document: string | null) => documentType(normalizeDocument(document ?? ''));

/** Returns the documents that the platform asks for, and those that were sent although it does not. */
export function toView({ settings }: PlatformContext, row: VerificationRow) {
  const type = typeOfDocument(row.document);
  const wanted = wantedDocuments(settings.verification, type);
  const { status, note, submittedAt, decidedAt, expiresAt } = row;
  const documents = VERIFICATION_DOCUMENTS.flatMap((kind) => {
    const sent = row.documents.find((document) => document.kind === kind) ?? null;
    const isWanted = wanted.includes(kind);
    return isWanted || sent ? [{ kind, isWanted, sent }] : [];
  });
  return { status, documentType: type, documents, note, submittedAt, decidedAt, expiresAt };
}

/** Tells how far the decision is, and whether the caller has had their part in it. */
export const toProgress = (
  { status, approvals }: Pick<VerificationRow, 'status' | 'approvals'>,
  personId: string,
  callerId: string,
) => ({
  isHalf: status === 'IN_REVIEW' && approvals.length > 0,
  needsAnother: personId === callerId || approvals.some((approval) => approval.personId === callerId),
});

/** Returns what a provider says of the documents that were handed in last; null where none looks at them. */
export function toCheck({ providerCheck, version }: VerificationRow) {
  if (providerCheck?.version !== version) return null;
  const { provider, status, reason, refusals, answeredAt } = providerCheck;
  return { provider, status, reason, refusals, answeredAt };
}
