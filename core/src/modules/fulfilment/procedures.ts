import * as declared from '@feira/schemas/procedures/fulfilment';
import fp from 'fastify-plugin';
import { changeShipments } from './batch.ts';
import { findSender, printShipments } from './print.ts';
import { countShipments, listShipments } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listShipments, async ({ input, platform, person, reply }) => {
      reply.header('cache-control', 'no-store');
      return listShipments(app, platform.id, { ...input, sellerId: person.id });
    });

    app.procedure(declared.countShipments, ({ platform, person }) => countShipments(app, platform.id, person.id));

    app.procedure(declared.markShipped, async ({ input: { carrier, shipments }, ...call }) => ({
      results: await changeShipments(
        app,
        call,
        shipments.map(({ saleId, version, trackingCode = null, trackingUrl = null }) => ({
          saleId,
          version,
          to: 'SHIPPED',
          parcel: { carrier, trackingCode, trackingUrl },
        })),
      ),
    }));

    app.procedure(declared.markDelivered, async ({ input: { shipments }, ...call }) => ({
      results: await changeShipments(
        app,
        call,
        shipments.map((known) => ({ ...known, to: 'DELIVERED', parcel: null })),
      ),
    }));

    app.procedure(declared.markReturned, async ({ input: { shipments }, ...call }) => ({
      results: await changeShipments(
        app,
        call,
        shipments.map((known) => ({ ...known, to: 'RETURNED', parcel: null })),
      ),
    }));

    app.procedure(declared.getSender, async ({ platform, person }) => ({
      sender: await findSender(app, platform.id, person.id),
    }));

    app.procedure(declared.printShipments, ({ input, reply, ...call }) => {
      reply.header('cache-control', 'no-store');
      return printShipments(app, call, input);
    });
  },
  { name: 'fulfilment-procedures', dependencies: ['procedures', 'database', 'clock', 'platforms', 'data-keys'] },
);
