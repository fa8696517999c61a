import * as declared from '@feira/schemas/procedures/fulfilment';
import fp from 'fastify-plugin';
import { countShipments, listShipments } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listShipments, async ({ input, platform, person, reply }) => {
      reply.header('cache-control', 'no-store');
      return listShipments(app, platform.id, { ...input, sellerId: person.id });
    });

    app.procedure(declared.countShipments, ({ platform, person }) => countShipments(app, platform.id, person.id));
  },
  { name: 'fulfilment-procedures', dependencies: ['procedures', 'database'] },
);
