/** A provider was asked about one attempt's charge. */
import type { NewEvidence } from '../evidence.ts';
import { type CallEnd, endCall } from './call-end.ts';
import { type Handler, toDraft } from './draft.ts';

/** The result of a lookup. */
export type Finding = {
  evidence: readonly NewEvidence[];
  /** Null where the lookup says nothing of the call. */
  end: CallEnd | null;
} & (
  | {
      isReached: true;
      /** A lost call is looked up then at the latest. */
      lookBy: Date | null;
    }
  | {
      /** Such a check is not counted, and the next one comes as soon as this one did. */
      isReached: false;
      /** The provider asked not to be called before this time. */
      retryAt: Date | undefined;
    }
);

export interface Checked {
  kind: 'CHECKED';
  /** The attempt is the standing one: the check is counted, and moves the next one. */
  isStanding: boolean;
  finding: Finding;
}

export const checked: Handler<Checked> = {
  allows: () => true,
  apply(payment, { isStanding, finding }) {
    const { evidence, end, isReached } = finding;
    const draft = toDraft(payment);
    return {
      ...draft,
      evidence,
      ...(end && { attempts: endCall(payment.attempts, end) }),
      ...(end?.state === 'ANSWERED' && { instructions: end.instructions, expiresAt: end.expiresAt }),
      checks: payment.checks + (isStanding && isReached ? 1 : 0),
      isOrder: isStanding,
      check: {
        isNews: !isStanding,
        isUnreached: !isReached,
        retryAt: isReached ? undefined : finding.retryAt,
        lookBy: (isReached && finding.lookBy) || undefined,
      },
    };
  },
};
