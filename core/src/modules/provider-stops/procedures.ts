import * as declared from '@feira/schemas/procedures/provider-stops';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { STOPS } from './model.ts';
import { liftStop, listUses, stopProvider } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listProviders, async ({ platform }) => ({ providers: await listUses(app, platform.id) }));

    app.procedure(declared.listStops, async ({ input, platform }) => {
      const { rows, next } = await readPage(app, platform.id, STOPS, input);
      return { items: rows, next };
    });

    app.procedure(declared.stopProvider, async ({ input, ...call }) => ({
      stopId: await stopProvider(app, call, input),
    }));

    app.procedure(declared.liftStop, ({ input, ...call }) => liftStop(app, call, input.stopId));
  },
  { name: 'provider-stops-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
