import fp from 'fastify-plugin';
import { CLAIM, finishWebhook, type ReceivedWebhook, type Verdict } from './model.ts';
import { processWebhook, retry } from './service.ts';

const BATCH = 20;

declare module 'fastify' {
  interface FastifyInstance {
    webhooks: { wake(): void };
  }
}

export default fp(
  async (app) => {
    const sweep = app.sweep('webhooks', async () => {
      const { rows } = (await app.database.jobs.raw(CLAIM, [app.config.claimSeconds, BATCH])) as {
        rows: ReceivedWebhook[];
      };
      await Promise.all(rows.map((webhook) => handle(webhook)));
      return rows.length === BATCH;
    });

    /** One event that fails does not hold up the others: it is tried again less and less often, then parked. */
    async function handle(webhook: ReceivedWebhook): Promise<void> {
      try {
        await finish(webhook, await processWebhook(app, webhook));
      } catch (error) {
        app.log.error({ err: error, webhookId: webhook.id }, 'An event could not be processed');
        // Where even this cannot be written, the claim runs out and the event is tried again.
        await finish(webhook, retry(webhook, 'FAILED')).catch(() => undefined);
      }
    }

    async function finish(webhook: ReceivedWebhook, verdict: Verdict): Promise<void> {
      await app.database.writeShared(webhook.platformId, finishWebhook(webhook, verdict));
      if (verdict.state === 'PARKED') {
        app.log.warn({ alert: 'webhook-parked', webhookId: webhook.id, reason: verdict.reason }, 'An event was parked');
      }
    }

    app.decorate('webhooks', { wake: () => sweep.wake() });
  },
  { name: 'webhooks-jobs', dependencies: ['sweeps', 'jobs', 'outbox'] },
);
