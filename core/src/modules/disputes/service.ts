/** Applies the dispute statuses that providers report with a payment. */
import type { DisputeWord, Manifest } from '@feira/schemas/manifest';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { Connection } from '../connections/service.ts';
import type { Payment } from '../payments/model.ts';
import type { Evidence } from '../payments/service.ts';
import { selectOfPayment } from './model.ts';
import { openSpecialReturn } from './opening.ts';
import { closeDispute, type Ending, PROVIDER, settleDispute } from './outcomes.ts';

/**
 * Opens and decides special returns, and decides chargebacks, by the statuses that the provider's manifest lists under `disputeWords`. All
 * evidence of the charge counts, so that events in any order, and repeated ones, lead to the same result.
 */
export async function applyDisputeStatuses(
  app: FastifyInstance,
  payment: Payment,
  { manifest }: Connection,
  { attemptId, event }: { attemptId: string; event: string },
): Promise<void> {
  const reported = payment.evidence.filter((item) => item.attemptId === attemptId && item.isRecognised);
  const stages = new Map(
    reported.flatMap((item): [DisputeWord, Evidence][] => {
      const meaning = readDisputeWord(manifest, item.providerStatus);
      return meaning ? [[meaning, item]] : [];
    }),
  );
  if (stages.size === 0) return;
  const stage = stages.has('LOST') ? 'LOST' : stages.has('WON') ? 'WON' : 'OPENED';
  const { occurredAt } = stages.get(stage)!;
  if (stage !== 'OPENED' && (await closeChargeback(app, payment, stage, { event, attemptId, occurredAt }))) return;
  if (payment.status === 'CHARGEBACK') return;
  await applyDisputeStage(app, payment, stage, { event, reason: stages.get('OPENED')?.reason ?? null, attemptId });
}

/** Returns what a status word tells of a dispute, without regard to letter case; undefined where it tells nothing. */
export function readDisputeWord({ disputeWords = {} }: Pick<Manifest, 'disputeWords'>, word: string) {
  const lower = word.toLowerCase();
  return Object.entries(disputeWords).find(([own]) => own.toLowerCase() === lower)?.[1];
}

/**
 * Closes the open chargeback of the charge that the provider decided. Returns whether the charge has a chargeback at all. A decision that is older than
 * the dispute is about an earlier one.
 */
async function closeChargeback(
  app: FastifyInstance,
  { platformId, id: paymentId }: Payment,
  outcome: 'WON' | 'LOST',
  { event, attemptId, occurredAt }: { event: string; attemptId: string; occurredAt: Date },
): Promise<boolean> {
  const disputes = await app.database.list(platformId, selectOfPayment(platformId, paymentId), true);
  const own = disputes.filter(
    (dispute) => dispute.kind === 'CHARGEBACK' && (dispute.attemptId === null || dispute.attemptId === attemptId),
  );
  const open = own.find(({ state, openedAt }) => (state === 'OPEN' || state === 'ANSWERED') && openedAt <= occurredAt);
  if (open) await closeByProvider(app, platformId, { id: open.id, outcome, closedBy: null, note: '', event });
  return own.length > 0;
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
  await closeByProvider(app, platformId, { id: open.id, outcome, closedBy: null, note: '', event });
}

async function closeByProvider(app: FastifyInstance, platformId: string, ending: Ending): Promise<void> {
  try {
    await app.database.transaction(platformId, (transaction) =>
      closeDispute(transaction, app, platformId, PROVIDER, ending),
    );
  } catch (error) {
    // Another call has closed the dispute in the meantime.
    if (!(error instanceof AppError && error.code === 'DISPUTE_CLOSED')) throw error;
  }
  await settleDispute(app, platformId, ending.id);
}
