import * as declared from '@feira/schemas/procedures/seller-webhooks';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { DELIVERIES, type DeliveryRow } from './delivery-model.ts';
import { selectWebhooks, type WebhookRow } from './model.ts';
import {
  createWebhook,
  getOwnWebhook,
  readDelivery,
  removeWebhook,
  resendDelivery,
  rotateSecret,
  sendTest,
  updateWebhook,
} from './service.ts';

const toWebhook = ({ oldSecretUntil: _, createdAt, ...row }: WebhookRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

const toDelivery = <Row extends DeliveryRow>({ attemptedAt, nextAttemptAt, createdAt, ...row }: Row) => ({
  ...row,
  attemptedAt: attemptedAt?.toISOString() ?? null,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

export default fp(
  async (app) => {
    app.procedure(declared.list, async ({ platform, person }) => {
      const rows = await app.database.list(platform.id, selectWebhooks(platform.id, person.id), true);
      const webhooks = rows.map(({ lastDelivery, ...row }) => ({
        ...toWebhook(row),
        // The database writes times into JSON in its own way.
        lastDelivery: lastDelivery && { ...lastDelivery, createdAt: new Date(lastDelivery.createdAt).toISOString() },
      }));
      return { webhooks };
    });

    app.procedure(declared.get, async ({ input, ...call }) => {
      const webhook = await getOwnWebhook(app, call, input.webhookId);
      return {
        ...toWebhook(webhook),
        oldSecretUntil: webhook.oldSecretUntil?.toISOString() ?? null,
      };
    });

    app.procedure(declared.create, ({ input, ...call }) => createWebhook(app, call, input));

    app.procedure(declared.update, ({ input: { webhookId, version, ...terms }, ...call }) =>
      updateWebhook(app, call, { webhookId, version }, terms),
    );

    app.procedure(declared.remove, ({ input, ...call }) => removeWebhook(app, call, input));

    app.procedure(declared.rotateSecret, ({ input, ...call }) => rotateSecret(app, call, input.webhookId));

    app.procedure(declared.sendTest, ({ input, ...call }) => sendTest(app, call, input));

    app.procedure(declared.listDeliveries, async ({ input, ...call }) => {
      const { id: webhookId } = await getOwnWebhook(app, call, input.webhookId);
      const { rows, next } = await readPage(app, call.platform.id, DELIVERIES, { ...input, webhookId });
      return { items: rows.map(({ cursor: _, ...row }: DeliveryRow & { cursor?: string }) => toDelivery(row)), next };
    });

    app.procedure(declared.getDelivery, async ({ input, ...call }) =>
      toDelivery(await readDelivery(app, call, input.deliveryId)),
    );

    app.procedure(declared.resend, ({ input, ...call }) => resendDelivery(app, call, input.deliveryId));
  },
  { name: 'seller-webhooks-procedures', dependencies: ['procedures', 'database', 'data-keys', 'platforms'] },
);
