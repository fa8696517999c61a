/** Applies the dispute statuses that providers report with a payment. */
import type { DisputeWord } from '@feira/schemas/manifest';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { Connection } from '../connections/service.ts';
import type { Payment } from '../payments/model.ts';
import { selectOfPayment } from './model.ts';
import { openSpecialReturn } from './opening.ts';
import { closeDispute, PROVIDER, settleDispute } from './outcomes.ts';

/**
 * Opens and decides special returns by the statuses that the provider's manifest lists under `disputeWords`. All evidence of the charge
 * counts, so that events in any order, and repeated ones, lead to the same result.
 */
export async function applyDisputeStatuses(
  app: FastifyInstance,
  payment: Payment,
  { manifest }: Connection,
  { attemptId, event }: { attemptId: string; event: string },
): Promise<void> {
  const map = manifest.disputeWords;
  if (!map || payment.method !== 'PIX') return;
  const meanings = new Map(Object.entries(map).map(([word, meaning]) => [word.toLowerCase(), meaning]));
  const reported = payment.evidence.filter((item) => item.attemptId === attemptId && item.isRecognised);
  const reasons = new Map(
    reported.flatMap(({ providerStatus, reason }): [DisputeWord, string | null][] => {
      const meaning = meanings.get(providerStatus.toLowerCase());
      return meaning ? [[meaning, reason]] : [];
    }),
  );
  if (reasons.size === 0) return;
  const stage = reasons.has('LOST') ? 'LOST' : reasons.has('WON') ? 'WON' : 'OPENED';
  await applyDisputeStage(app, payment, stage, { event, reason: reasons.get('OPENED') ?? null, attemptId });
}

/** Opens the special return of a PIX, and ends it where the stage is its end. Repeated, it changes nothing. */
export async function applyDisputeStage(
  app: FastifyInstance,
  payment: Payment,
  stage: DisputeWord,
  { event, reason, attemptId }: { event: string; reason: string | null; attemptId: string },
): Promise<void> {
  if (payment.method !== 'PIX') return;
  await openSpecialReturn(app, payment.platformId, payment.id, { event, reason, attemptId });
  if (stage !== 'OPENED') await closeSpecialReturn(app, payment, stage, { event, attemptId });
}

async function closeSpecialReturn(
  app: FastifyInstance,
  { platformId, id: paymentId }: Payment,
  outcome: 'WON' | 'LOST',
  { event, attemptId }: { event: string; attemptId: string },
): Promise<void> {
  const disputes = await app.database.list(platformId, selectOfPayment(platformId, paymentId), true);
  const open = disputes.find(
    ({ kind, state, attemptId: own }) =>
      kind === 'MED' && (state === 'OPEN' || state === 'ANSWERED') && (own === null || own === attemptId),
  );
  if (!open) return;
  const ending = { id: open.id, outcome, closedBy: null, note: '', event } as const;
  try {
    await app.database.transaction(platformId, (transaction) =>
      closeDispute(transaction, app, platformId, PROVIDER, ending),
    );
  } catch (error) {
    // Another call has closed the dispute in the meantime.
    if (!(error instanceof AppError && error.code === 'DISPUTE_CLOSED')) throw error;
  }
  await settleDispute(app, platformId, open.id);
}
