import * as declared from '@feira/schemas/procedures/funnels';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { OWN_FUNNELS } from './model.ts';
import { createFunnel, deleteFunnel, getFunnel, updateFunnel } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listMyFunnels, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, OWN_FUNNELS, { ...input, sellerId: person.id });
      return { items: rows, next };
    });

    app.procedure(declared.getFunnel, async ({ input, platform, person }) => {
      const { funnel, figures } = await getFunnel(app, platform.id, person.id, input.funnelId);
      return { ...funnel, figures };
    });

    app.procedure(declared.createFunnel, ({ input, ...call }) => createFunnel(app, call, input));

    app.procedure(declared.updateFunnel, ({ input, ...call }) => updateFunnel(app, call, input));

    app.procedure(declared.deleteFunnel, ({ input, ...call }) => deleteFunnel(app, call, input.funnelId));
  },
  { name: 'funnels-procedures', dependencies: ['procedures', 'database', 'cache'] },
);
