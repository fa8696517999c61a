/** Facts became known: a decision of a bank, the end of a time, the answer to an order about one of the payment's charges. */
import type { Memo } from '@feira/schemas/provider';
import type { NewEvidence } from '../evidence.ts';
import { updateAttempt } from './call-end.ts';
import { type Handler, toDraft } from './draft.ts';

export interface Reported {
  kind: 'REPORTED';
  evidence: readonly NewEvidence[];
  /** The memo of an adapter about one attempt's charge. */
  memo?: { attemptId: string; told: Memo | undefined };
}

export const reported: Handler<Reported> = {
  allows: () => true,
  apply: (payment, { evidence, memo }) => ({
    ...toDraft(payment),
    evidence,
    ...(memo && {
      attempts: updateAttempt(payment.attempts, { id: memo.attemptId, result: null, memo: memo.told }),
    }),
  }),
};
