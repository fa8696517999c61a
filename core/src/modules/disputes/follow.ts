/** What nobody does by hand: finishing outcomes, telling that a time is over, asking providers what became of a chargeback. */

import { isProviderError } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import { callProvider, findConnection } from '../connections/service.ts';
import { prepareNotification, tellMasters } from '../notifications/service.ts';
import type { Attempt, Payment } from '../payments/model.ts';
import { applyReport, findPayment, toEvidence } from '../payments/service.ts';
import { selectSubject, setChecked, setExpired } from './model.ts';
import { closeCase, PROVIDER, settleDispute } from './outcomes.ts';

interface Found {
  platformId: string;
  id: string;
}

const BATCH = 50;

/** Answers whether there may be more to do right now. */
export async function settleLeft(app: FastifyInstance): Promise<boolean> {
  const { rows } = (await app.database.jobs.raw(
    `SELECT platform_id AS "platformId", id FROM dispute
     WHERE state IN ('WON', 'LOST', 'ACCEPTED') AND settled_at IS NULL ORDER BY closed_at LIMIT ?`,
    [BATCH],
  )) as { rows: Found[] };
  let settled = 0;
  for (const { platformId, id } of rows) {
    try {
      await settleDispute(app, platformId, id);
      settled += 1;
    } catch (error) {
      app.log.error({ alert: 'dispute-unsettled', err: error, disputeId: id }, 'A dispute could not be settled');
    }
  }
  return rows.length === BATCH && settled > 0;
}

/**
 * A case nobody answered stays open, because the bank alone decides it; but no answer counts any more, and those it
 * concerns are told, once.
 */
export async function tellExpired(app: FastifyInstance): Promise<boolean> {
  const { rows } = (await app.database.jobs.raw(
    `SELECT platform_id AS "platformId", id FROM dispute
     WHERE state = 'OPEN' AND expired_at IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?`,
    [app.clock.now(), BATCH],
  )) as { rows: Found[] };
  for (const { platformId, id } of rows) {
    await app.database.transaction(platformId, async (transaction) => {
      const expired = await transaction.find(setExpired(platformId, id, app.clock.now()));
      if (!expired) return;
      const { sellerId, paymentId, amount, currency, kind } = expired;
      const subject = await transaction.find(selectSubject(platformId, paymentId));
      const parameters = { title: subject?.title ?? '', amount, currency, kind };
      const told = { type: 'dispute.expired', parameters, source: `dispute:${id}:expired` } as const;
      await transaction.runAll([
        prepareNotification(platformId, sellerId, { ...told, href: `${DASHBOARD_PATHS.seller}/my-sales` }),
        tellMasters(platformId, { ...told, href: `${DASHBOARD_PATHS.admin}/charges` }),
      ]);
      app.log.warn({ alert: 'dispute-expired', disputeId: id, kind }, 'A dispute was not answered in time');
    });
  }
  return rows.length === BATCH;
}

const FOLLOWED = 200;

/**
 * Asks the providers of charges that were taken back. One that has called a charge taken back when it was asked, and calls it
 * paid when it is asked again, has given the money back: the case is won. A word that nobody asked for is not enough, because
 * some providers never change what they answer.
 */
export async function followChargebacks(app: FastifyInstance): Promise<void> {
  const { rows } = (await app.database.jobs.raw(
    `SELECT platform_id AS "platformId", id, payment_id AS "paymentId" FROM dispute
     WHERE kind = 'CHARGEBACK' AND state IN ('OPEN', 'ANSWERED') ORDER BY checked_at NULLS FIRST, id LIMIT ?`,
    [FOLLOWED],
  )) as { rows: (Found & { paymentId: string })[] };
  for (const found of rows) {
    try {
      await follow(app, found);
    } catch (error) {
      app.log.error({ err: error, disputeId: found.id }, 'A disputed charge could not be followed');
    }
  }
}

async function follow(app: FastifyInstance, { platformId, id, paymentId }: Found & { paymentId: string }) {
  await app.database.run(platformId, setChecked(platformId, id, app.clock.now()));
  const payment = await findPayment(app, platformId, paymentId);
  if (payment?.status !== 'CHARGEBACK') return;
  for (const attempt of payment.attempts.filter(({ transactionId }) => transactionId !== null))
    if (await isGivenBack(app, payment, attempt)) return win(app, platformId, id);
}

/** Also keeps what was answered, so that the next look knows what was said before. */
async function isGivenBack(app: FastifyInstance, payment: Payment, attempt: Attempt): Promise<boolean> {
  const { platformId } = payment;
  const connection = await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion);
  const { transactionId } = attempt;
  if (!connection || transactionId === null) return false;
  try {
    const lookup = { transactionId, reference: attempt.id, paymentMethod: payment.method };
    const found = await callProvider(connection, 'getTransaction', lookup, payment.id);
    if (found?.transactionId !== transactionId) return false;
    const heard = { source: 'query', attemptId: attempt.id, occurredAt: app.clock.now() } as const;
    const said = toEvidence(connection.manifest, found, heard);
    if (said.status === 'CHARGEBACK') await applyReport(app, payment, { evidence: [said] });
    if (said.status !== 'APPROVED' || !said.isRecognised) return false;
    return payment.evidence.some(
      (item) => item.source === 'query' && item.attemptId === attempt.id && item.status === 'CHARGEBACK',
    );
  } catch (error) {
    if (isProviderError(error)) return false;
    throw error;
  }
}

async function win(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const ending = { id, outcome: 'WON', closedBy: null, note: '', event: null } as const;
  await app.database.transaction(platformId, (transaction) =>
    closeCase(transaction, app, platformId, PROVIDER, ending),
  );
  await settleDispute(app, platformId, id);
}
