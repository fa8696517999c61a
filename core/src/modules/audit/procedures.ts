import * as declared from '@feira/schemas/procedures/audit';
import fp from 'fastify-plugin';
import { resolveOperated } from '../../plugins/platforms.ts';
import { readPage } from '../../plugins/procedures.ts';
import { EVENTS, readCurrency } from './model.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listEvents, async ({ input, request }) => {
      const target = await resolveOperated(app, request, input.platformId);
      const { rows, next } = await readPage(app, target, EVENTS, input);
      return { currency: await readCurrency(app, target), events: rows, next };
    });
  },
  { name: 'audit-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
