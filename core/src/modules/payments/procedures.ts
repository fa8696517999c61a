import * as declared from '@feira/schemas/procedures/payments';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { findConnection } from '../connections/service.ts';
import { endWithoutCharge, lookUpParked, PARKED } from './parked.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listParked, async ({ input, platform }) => {
      const { rows, next } = await readPage(app, platform.id, PARKED, input);
      const items = await Promise.all(
        rows.map(async ({ connectionId, providerVersion, ...row }) => {
          const connection = await findConnection(app, platform.id, connectionId, providerVersion);
          return { ...row, isAskable: connection?.manifest.operations.includes('getTransaction') ?? false };
        }),
      );
      return { items, next };
    });

    app.procedure(declared.lookUpParked, ({ input, ...call }) => lookUpParked(app, call, input));

    app.procedure(declared.endParked, ({ input, ...call }) => endWithoutCharge(app, call, input));
  },
  { name: 'payments-procedures', dependencies: ['procedures', 'database', 'platforms', 'outbox', 'data-keys'] },
);
