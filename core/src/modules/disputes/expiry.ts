/** Notifies people of disputes whose deadline has passed without an answer. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { notifyMasters, prepareNotification } from '../notifications/service.ts';
import { selectSubject, setExpired } from './model.ts';

const BATCH = 50;

/** Open disputes whose time to answer is over; $1 is the time. */
export const OVERDUE = `dispute WHERE state = 'OPEN' AND expired_at IS NULL AND due_at <= $1::timestamptz`;

const selectOverdue = (now: Date): Statement<{ platformId: string; id: string }> => ({
  text: `SELECT platform_id, id FROM ${OVERDUE}
    ORDER BY due_at LIMIT ${BATCH}`,
  values: [now],
});

/**
 * Marks overdue disputes as expired, and notifies the seller and the masters once. The dispute stays open, because the bank decides it, but
 * it can no longer be answered. Returns whether there may be more right now.
 */
export async function notifyExpired(app: FastifyInstance): Promise<boolean> {
  const overdue = await app.database.jobs.list(selectOverdue(app.clock.now()));
  for (const { platformId, id } of overdue) {
    await app.database.transaction(platformId, async (transaction) => {
      const expired = await transaction.find(setExpired(platformId, id, app.clock.now()));
      if (!expired) return;
      const { sellerId, paymentId, amount, currency, kind } = expired;
      const subject = await transaction.find(selectSubject(platformId, paymentId));
      const parameters = { title: subject?.title ?? '', amount, currency, kind };
      const notification = { type: 'dispute.expired', parameters, source: `dispute:${id}:expired` } as const;
      await transaction.runAll([
        prepareNotification(platformId, sellerId, {
          ...notification,
          href: `${DASHBOARD_PATHS.seller}/my-sales/${subject?.saleId ?? ''}`,
        }),
        notifyMasters(platformId, { ...notification, href: `${DASHBOARD_PATHS.admin}/charges` }),
      ]);
      app.log.warn({ alert: 'dispute-expired', disputeId: id, kind }, 'A dispute was not answered in time');
    });
  }
  return overdue.length === BATCH;
}
