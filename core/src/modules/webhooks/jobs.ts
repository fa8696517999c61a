import fp from 'fastify-plugin';
import { CLAIM, finishWebhook, type ReceivedWebhook } from './model.ts';
import { processWebhook } from './service.ts';

const BATCH = 20;

declare module 'fastify' {
  interface FastifyInstance {
    webhooks: { wake(): void };
  }
}

export default fp(
  async (app) => {
    const sweep = app.sweep('webhooks', async () => {
      const { rows } = (await app.database.jobs.raw(CLAIM, [BATCH, app.config.claimSeconds])) as {
        rows: ReceivedWebhook[];
      };
      await Promise.all(rows.map((webhook) => handle(webhook)));
      return rows.length === BATCH;
    });

    /** One event that fails does not hold up the others; its claim runs out and it is tried again. */
    async function handle(webhook: ReceivedWebhook): Promise<void> {
      try {
        const verdict = await processWebhook(app, webhook);
        await app.database.write(webhook.platformId, [finishWebhook(webhook.platformId, webhook.id, verdict)]);
        if (verdict.state === 'PARKED') {
          app.log.warn(
            { alert: 'webhook-parked', webhookId: webhook.id, reason: verdict.reason },
            'An event was parked',
          );
        }
      } catch (error) {
        app.log.error({ err: error, webhookId: webhook.id }, 'An event could not be processed');
      }
    }

    app.decorate('webhooks', { wake: () => sweep.wake() });
  },
  { name: 'webhooks-jobs', dependencies: ['sweeps', 'jobs', 'outbox'] },
);
