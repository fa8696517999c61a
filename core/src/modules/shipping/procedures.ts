import * as declared from '@feira/schemas/procedures/shipping';
import fp from 'fastify-plugin';
import { changeShipment } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(
      declared.markShipped,
      async ({ input: { saleId, version, carrier, trackingCode = null, trackingUrl = null }, ...call }) => {
        const parcel = { carrier, trackingCode, trackingUrl };
        return { shipment: await changeShipment(app, call, { saleId, version, to: 'SHIPPED', parcel }) };
      },
    );

    app.procedure(declared.markDelivered, async ({ input, ...call }) => ({
      shipment: await changeShipment(app, call, { ...input, to: 'DELIVERED', parcel: null }),
    }));

    app.procedure(declared.markReturned, async ({ input, ...call }) => ({
      shipment: await changeShipment(app, call, { ...input, to: 'RETURNED', parcel: null }),
    }));
  },
  { name: 'shipping-procedures', dependencies: ['procedures', 'database', 'clock', 'platforms', 'data-keys'] },
);
