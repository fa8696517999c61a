import type { WebhookResult } from '@feira/schemas/provider';
import fp from 'fastify-plugin';
import type { Sweep } from '../../plugins/sweeps.ts';
import type { Laned } from '../../shared/lanes.ts';
import { DUE_WEBHOOKS, dropUnproven, finishWebhook, type ReceivedWebhook, type Verdict } from './model.ts';
import { type EventSubject, processWebhook, retry } from './service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Processes events that are due. */
    webhooks: Sweep;
    /** The objects that events are about. Each domain adds its own, so that this module knows none of them. */
    webhookSubjects: Map<WebhookResult['subject'], EventSubject>;
  }
}

export default fp(
  async (app) => {
    const sweep = app.sweepByProvider<ReceivedWebhook & Laned>('webhooks', {
      due: DUE_WEBHOOKS,
      // Most events are signed and need a write but no call.
      sizes: { connection: 40, provider: 120 },
      work: handle,
    });

    /** A failing event does not delay the others. It is tried again at growing intervals, then parked. */
    async function handle(webhook: ReceivedWebhook): Promise<void> {
      try {
        await finish(webhook, await processWebhook(app, webhook));
      } catch (error) {
        app.log.error({ err: error, webhookId: webhook.id }, 'An event could not be processed');
        // If even this write fails, the claim expires and the event is tried again.
        await finish(webhook, retry(webhook, 'FAILED')).catch(() => undefined);
      }
    }

    async function finish(webhook: ReceivedWebhook, verdict: Verdict): Promise<void> {
      if (verdict.reason === 'SENDER_NOT_PROVEN' && (await app.database.jobs.run(dropUnproven(webhook))) > 0) return;
      await app.database.writeShared(webhook.platformId, finishWebhook(webhook, verdict));
      // Events without a proof have an alert of their own.
      if (verdict.state === 'PARKED' && verdict.reason !== 'SENDER_NOT_PROVEN') {
        app.log.warn({ alert: 'webhook-parked', webhookId: webhook.id, reason: verdict.reason }, 'An event was parked');
      }
    }

    app.decorate('webhooks', sweep);
    app.decorate('webhookSubjects', new Map());
  },
  { name: 'webhooks-jobs', dependencies: ['sweeps', 'jobs', 'outbox'] },
);
