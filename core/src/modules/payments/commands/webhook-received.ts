/** A signed event of a provider about one attempt's charge. */
import type { Memo } from '@feira/schemas/provider';
import type { NewEvidence } from '../evidence.ts';
import { updateAttempt } from './call-end.ts';
import { type Handler, toDraft } from './draft.ts';

export interface WebhookReceived {
  kind: 'WEBHOOK_RECEIVED';
  webhookId: string;
  attemptId: string;
  evidence: NewEvidence;
  memo: Memo | undefined;
  /** Set where the event came before the response to our own call: it proves that the charge exists. */
  newTransactionId: string | null;
}

export const webhookReceived: Handler<WebhookReceived> = {
  allows: () => true,
  apply: (payment, { webhookId, attemptId, evidence, memo, newTransactionId }) => ({
    ...toDraft(payment),
    webhookId,
    evidence: [evidence],
    attempts: updateAttempt(payment.attempts, {
      id: attemptId,
      result: newTransactionId === null ? null : { state: 'UNKNOWN', transactionId: newTransactionId, reason: null },
      memo,
    }),
  }),
};
