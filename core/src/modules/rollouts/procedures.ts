import * as declared from '@feira/schemas/procedures/connections';
import fp from 'fastify-plugin';
import { resolveOperated } from '../platforms/service.ts';
import { beginRollout, changeRolloutOf } from './changes.ts';

export default fp(
  async (app) => {
    app.procedure(declared.startRollout, async ({ input: { platformId: named, ...input }, request }) => {
      const platformId = await resolveOperated(app, request, named);
      return { rolloutId: await beginRollout(app, request, platformId, input) };
    });

    app.procedure(declared.changeRollout, async ({ input: { platformId: named, ...input }, request }) => {
      await changeRolloutOf(app, request, await resolveOperated(app, request, named), input);
      return {};
    });
  },
  { name: 'rollouts-procedures', dependencies: ['procedures', 'platforms', 'providers', 'nodes'] },
);
