/**
 * Computes the status of a mandate as a pure function of the set of its evidence: any order and any number of repeats of the same facts give
 * the same answer.
 */
import { createHash } from 'node:crypto';
import type { MandateEnder, MandateStatus } from '@feira/schemas/mandate';

/** One fact that a provider reported about a mandate. */
export interface MandateEvidence {
  /** Digest of its content: the same fact has the same key. */
  key: string;
  /** `webhook`: a signed event. Others are only a reason to look. */
  source: 'answer' | 'webhook' | 'query';
  providerStatus: string;
  status: MandateStatus;
  /** False when the manifest's table does not know the word and its default was taken. */
  isRecognised: boolean;
  endedBy: MandateEnder | null;
  reason: string | null;
  occurredAt: Date;
}

export interface MandateState {
  status: MandateStatus;
  endedBy: MandateEnder | null;
  reason: string | null;
}

/**
 * A mandate that has ended stays ended, because a charge without an agreement is worse than one that is not made; a cancellation says more than a
 * refusal, since only what was agreed is cancelled. An agreement beats an older word that says "waiting".
 */
const STRENGTH: Record<MandateStatus, number> = { PENDING: 0, ACTIVE: 1, REJECTED: 2, EXPIRED: 3, CANCELED: 4 };

/** Words that the table does not know decide nothing: the mandate stays as it is, and is looked up again. */
export function reduceMandate(evidence: readonly MandateEvidence[]): MandateState {
  const known = evidence.filter(({ isRecognised }) => isRecognised);
  const strongest = Math.max(0, ...known.map(({ status }) => STRENGTH[status]));
  const deciding = known
    .filter(({ status }) => STRENGTH[status] === strongest)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    status: deciding[0]?.status ?? 'PENDING',
    endedBy: deciding.find(({ endedBy }) => endedBy !== null)?.endedBy ?? null,
    reason: deciding.find(({ reason }) => reason !== null)?.reason ?? null,
  };
}

export const isEnded = ({ status }: { status: MandateStatus }): boolean => STRENGTH[status] > STRENGTH.ACTIVE;

export function withKey(item: Omit<MandateEvidence, 'key'>): MandateEvidence {
  const content = [item.source, item.providerStatus, item.status, item.isRecognised, item.endedBy, item.reason];
  return { ...item, key: createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 32) };
}
