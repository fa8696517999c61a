import * as declared from '@feira/schemas/procedures/embedding';
import fp from 'fastify-plugin';
import { selectOrigins } from './model.ts';
import { updateOrigins } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.getEmbedding, async ({ platform, person }) => {
      const row = await app.database.find(platform.id, selectOrigins(platform.id, person.id), true);
      return { origins: row?.origins ?? [] };
    });

    app.procedure(declared.updateEmbedding, ({ input, ...call }) => updateOrigins(app, call, input.origins));
  },
  { name: 'embedding-procedures', dependencies: ['procedures', 'database'] },
);
