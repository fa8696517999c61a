/** The call that makes an attempt's charge has ended, by the answer of its provider, without one, or by the word of a person. */
import type { NewEvidence } from '../evidence.ts';
import { addAgreementCode } from './agreed.ts';
import { type AnsweredCall, endCall, type UnansweredCall } from './call-end.ts';
import { type Handler, toDraft } from './draft.ts';

interface AnsweredCharge extends AnsweredCall {
  /** The code that pays the charge and agrees to a mandate as well; null where there is none. */
  agreementCode: string | null;
}

export interface AttemptEnded {
  kind: 'ATTEMPT_ENDED';
  /** Empty where the answer was lost: then nothing is known. */
  evidence: readonly NewEvidence[];
  end: AnsweredCharge | UnansweredCall;
  /** The node that reports goes on with the payment at once; the janitor comes then at the earliest. */
  busyUntil?: Date;
}

export const attemptEnded: Handler<AttemptEnded> = {
  allows: () => true,
  apply(payment, { evidence, end, busyUntil = null }) {
    const attempts = endCall(payment.attempts, end);
    const draft = { ...toDraft(payment), evidence, attempts, nextCheckAt: busyUntil };
    if (end.state !== 'ANSWERED') return draft;
    const { instructions, expiresAt, agreementCode } = end;
    return {
      ...draft,
      instructions,
      expiresAt,
      ...(agreementCode && {
        attempts: addAgreementCode(payment, attempts, { attemptId: end.id, code: agreementCode }),
      }),
    };
  },
};
