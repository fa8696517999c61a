import * as declared from '@feira/schemas/procedures/integrations';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { DELIVERIES } from './delivery-model.ts';
import { selectConnections } from './model.ts';
import {
  createConnection,
  getConnection,
  listCatalogue,
  readConnection,
  readDelivery,
  removeConnection,
  resendDelivery,
  sendTest,
  toOwner,
  updateConnection,
} from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.list, async ({ input: { kind }, ...call }) => {
      const { id } = call.platform;
      const rows = await app.database.list(id, selectConnections(id, toOwner(call, kind)), true);
      const connections = rows.map(({ lastDelivery, ...row }) => ({
        ...row,
        // The database writes times into JSON in its own way.
        lastDelivery: lastDelivery && { ...lastDelivery, createdAt: new Date(lastDelivery.createdAt).toISOString() },
      }));
      return { catalogue: await listCatalogue(kind), connections };
    });

    app.procedure(declared.get, ({ input, ...call }) => readConnection(app, call, input.connectionId));

    app.procedure(declared.create, async ({ input, ...call }) => {
      const { kind, integration, settings, secrets, ...terms } = input;
      const { connectionId } = await createConnection(app, call, { kind, integration, settings, secrets }, terms);
      return { connectionId };
    });

    app.procedure(declared.update, ({ input, ...call }) => {
      const { connectionId, version, settings, secrets, ...terms } = input;
      return updateConnection(app, call, { connectionId, version }, { settings, secrets }, terms);
    });

    app.procedure(declared.remove, ({ input, ...call }) => removeConnection(app, call, input));

    app.procedure(declared.sendTest, ({ input, ...call }) => sendTest(app, call, input));

    app.procedure(declared.listDeliveries, async ({ input, ...call }) => {
      const { id: connectionId } = await getConnection(app, call, input.connectionId);
      const { rows, next } = await readPage(app, call.platform.id, DELIVERIES.page, {
        ...input,
        receiver: connectionId,
      });
      return { items: rows, next };
    });

    app.procedure(declared.getDelivery, ({ input, ...call }) => readDelivery(app, call, input.deliveryId));

    app.procedure(declared.resend, ({ input, ...call }) => resendDelivery(app, call, input.deliveryId));
  },
  { name: 'integrations-procedures', dependencies: ['procedures', 'database', 'data-keys', 'platforms', 'clock'] },
);
