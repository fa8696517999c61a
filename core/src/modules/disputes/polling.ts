/** Polls the providers of open chargebacks, because many of them never report that a bank gave the money back. */
import { isProviderError } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { withMemo } from '../../shared/memo.ts';
import { callProvider, findConnection } from '../connections/service.ts';
import type { Attempt, Payment } from '../payments/model.ts';
import { applyCommand, type Evidence, findPayment, isChargeTaken, toEvidence } from '../payments/service.ts';
import { setChecked } from './model.ts';
import { closeDispute, type Ending, PROVIDER, settleDispute } from './outcomes.ts';
import { readDisputeWord } from './service.ts';

interface OpenChargeback {
  platformId: string;
  id: string;
  paymentId: string;
  attemptId: string | null;
}

const BATCH = 200;

/**
 * Looks up the charges of open chargebacks. A dispute ends as the manifest's `disputeWords` say of the status, and is won where an earlier
 * look-up returned CHARGEBACK and this one returns APPROVED. A webhook's CHARGEBACK does not count as the earlier one, because the look-ups
 * of some providers always return APPROVED.
 */
export async function pollChargebacks(app: FastifyInstance): Promise<void> {
  for (const dispute of await app.database.jobs.list(SELECT_OPEN_CHARGEBACKS)) {
    try {
      await pollChargeback(app, dispute);
    } catch (error) {
      app.log.error({ err: error, disputeId: dispute.id }, 'A disputed charge could not be looked up');
    }
  }
}

const SELECT_OPEN_CHARGEBACKS: Statement<OpenChargeback> = {
  text: `SELECT platform_id, id, payment_id, attempt_id FROM dispute
    WHERE kind = 'CHARGEBACK' AND state IN ('OPEN', 'ANSWERED') ORDER BY checked_at NULLS FIRST, id LIMIT ${BATCH}`,
  values: [],
};

async function pollChargeback(app: FastifyInstance, open: OpenChargeback): Promise<void> {
  const { platformId, id, paymentId, attemptId } = open;
  await app.database.run(platformId, setChecked(platformId, id, app.clock.now()));
  const payment = await findPayment(app, platformId, paymentId);
  if (!payment || (payment.status !== 'CHARGEBACK' && !isChargeTaken(payment, attemptId))) return;
  const charged = payment.attempts.filter((attempt) => attempt.transactionId !== null);
  for (const attempt of charged.filter((item) => attemptId === null || item.id === attemptId)) {
    const outcome = await readOutcome(app, payment, attempt);
    if (outcome) return close(app, platformId, { id, outcome, closedBy: null, note: '', event: null });
  }
}

/** Money of a charge in dispute that went back was taken, whatever its provider calls it. */
const isTakenBack = ({ status }: Pick<Evidence, 'status'>): boolean => status === 'CHARGEBACK' || status === 'RETURNED';

/** Also stores a CHARGEBACK as evidence, with which the next look-up is compared. */
async function readOutcome(app: FastifyInstance, payment: Payment, attempt: Attempt): Promise<'WON' | 'LOST' | null> {
  const { platformId } = payment;
  const connection = await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion);
  const { transactionId } = attempt;
  if (!connection || transactionId === null) return null;
  try {
    const lookup = { transactionId, reference: attempt.id, paymentMethod: payment.method, ...withMemo(attempt.memo) };
    const found = await callProvider(connection, 'getTransaction', lookup, payment.id);
    if (found?.transactionId !== transactionId) return null;
    const origin = { source: 'query', attemptId: attempt.id, occurredAt: app.clock.now() } as const;
    const reported = toEvidence(connection.manifest, found, origin);
    if (isTakenBack(reported)) await applyCommand(app, payment, { kind: 'REPORTED', evidence: [reported] });
    const told = readDisputeWord(connection.manifest, reported.providerStatus);
    if (told === 'WON' || told === 'LOST') return told;
    if (reported.status !== 'APPROVED' || !reported.isRecognised) return null;
    const isReversed = payment.evidence.some(
      (item) => item.source === 'query' && item.attemptId === attempt.id && isTakenBack(item),
    );
    return isReversed ? 'WON' : null;
  } catch (error) {
    if (isProviderError(error)) return null;
    throw error;
  }
}

async function close(app: FastifyInstance, platformId: string, ending: Ending): Promise<void> {
  await app.database.transaction(platformId, (transaction) =>
    closeDispute(transaction, app, platformId, PROVIDER, ending),
  );
  await settleDispute(app, platformId, ending.id);
}
