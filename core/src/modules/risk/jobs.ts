import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import fp from 'fastify-plugin';
import { type OutboxEvent, pickPlatformsOf } from '../../plugins/outbox.ts';
import { notifyAdmins } from '../notifications/service.ts';
import { findPayment } from '../payments/service.ts';
import { deleteEndedEntries, deleteOldRefusals } from './model.ts';
import { watchRatios } from './ratios.ts';
import { OUTCOME_EVENTS, reportOutcome } from './scores.ts';

const PURGE = 'risk.purge';
const RATIOS = 'risk.ratios';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, async () => {
      await app.database.deleteAll(deleteOldRefusals);
      await app.database.deleteAll(deleteEndedEntries);
    });
    app.jobs.schedule(PURGE, '29 5 * * *');
    app.jobs.work(RATIOS, {}, () => watchRatios(app));
    app.jobs.schedule(RATIOS, '47 9 * * *');
    app.outbox.subscribe({ types: ['payment.review'], queue: 'risk.review', handle: notifyReview });

    app.outbox.subscribe({
      types: OUTCOME_EVENTS,
      queue: 'risk.report-outcome',
      handle: (event) => reportOutcome(app, event),
      pick: pickPlatformsOf('risk_rules'),
    });

    async function notifyReview({ platformId, paymentId }: OutboxEvent): Promise<void> {
      const payment = await findPayment(app, platformId, paymentId);
      if (!payment) return;
      const { title, amount, currency } = payment;
      await app.database.run(
        platformId,
        notifyAdmins(platformId, 'isConfigAvailable', {
          type: 'payment.review',
          parameters: { title, amount, currency },
          href: `${DASHBOARD_PATHS.admin}/risk?tab=review`,
          source: `payment:${paymentId}:review`,
          workId: paymentId,
        }),
      );
    }
  },
  { name: 'risk-jobs', dependencies: ['jobs', 'outbox', 'database', 'clock'] },
);
