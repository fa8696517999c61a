import * as declared from '@feira/schemas/procedures/full-exports';
import fp from 'fastify-plugin';
import { selectExports } from './model.ts';
import { createExport, openExport } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.createExport, (call) => createExport(app, call));
    app.procedure(declared.listExports, async ({ platform, person }) => ({
      items: await app.database.list(platform.id, selectExports(platform.id, person.id), true),
    }));
    app.procedure(declared.openExport, ({ input, ...call }) => openExport(app, call, input.exportId));
  },
  { name: 'full-exports-procedures', dependencies: ['procedures', 'database', 'clock', 'jobs', 'seller-tables'] },
);
