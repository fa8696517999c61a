import * as declared from '@feira/schemas/procedures/seller-webhooks';
import fp from 'fastify-plugin';
import { ownerOf } from '../../plugins/access.ts';
import { readPage } from '../../plugins/procedures.ts';
import { DELIVERIES } from './delivery-model.ts';
import { selectWebhooks } from './model.ts';
import { getPersonal, removePersonal, setPersonal, testPersonal } from './personal.ts';
import {
  createWebhook,
  getOwnWebhook,
  readDelivery,
  removeWebhook,
  replayDeliveries,
  resendDelivery,
  rotateSecret,
  sendTest,
  updateWebhook,
} from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.getNotificationWebhook, (call) => getPersonal(app, call));
    app.procedure(declared.setNotificationWebhook, ({ input, ...call }) => setPersonal(app, call, input));
    app.procedure(declared.removeNotificationWebhook, (call) => removePersonal(app, call));
    app.procedure(declared.testNotificationWebhook, (call) => testPersonal(app, call));

    app.procedure(declared.list, async ({ input: { owner }, platform, person }) => {
      const sellerId = ownerOf(person, owner);
      const rows = await app.database.list(platform.id, selectWebhooks(platform.id, sellerId), true);
      const webhooks = rows.map(({ lastDelivery, ...row }) => ({
        ...row,
        // The database writes times into JSON in its own way.
        lastDelivery: lastDelivery && { ...lastDelivery, createdAt: new Date(lastDelivery.createdAt).toISOString() },
      }));
      return { webhooks };
    });

    app.procedure(declared.get, ({ input, ...call }) => getOwnWebhook(app, call, input.webhookId));

    app.procedure(declared.create, ({ input: { owner, ...terms }, ...call }) =>
      createWebhook(app, call, owner, { sellerIds: [], isOrdered: false, ...terms }),
    );

    app.procedure(declared.update, ({ input: { webhookId, version, ...terms }, ...call }) =>
      updateWebhook(app, call, { webhookId, version }, terms),
    );

    app.procedure(declared.remove, ({ input, ...call }) => removeWebhook(app, call, input));

    app.procedure(declared.rotateSecret, ({ input, ...call }) => rotateSecret(app, call, input.webhookId));

    app.procedure(declared.sendTest, ({ input, ...call }) => sendTest(app, call, input));

    app.procedure(declared.listDeliveries, async ({ input, ...call }) => {
      const { id: webhookId } = await getOwnWebhook(app, call, input.webhookId);
      const { rows, next } = await readPage(app, call.platform.id, DELIVERIES.page, { ...input, receiver: webhookId });
      return { items: rows, next };
    });

    app.procedure(declared.getDelivery, ({ input, ...call }) => readDelivery(app, call, input.deliveryId));

    app.procedure(declared.replay, ({ input, ...call }) => replayDeliveries(app, call, input));

    app.procedure(declared.resend, ({ input, ...call }) => resendDelivery(app, call, input.deliveryId));
  },
  { name: 'seller-webhooks-procedures', dependencies: ['procedures', 'database', 'data-keys', 'platforms'] },
);
