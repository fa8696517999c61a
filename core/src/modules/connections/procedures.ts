import * as declared from '@feira/schemas/procedures/connections';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { recordOperated } from '../audit/service.ts';
import { checkConnection, createTestLimit } from './check.ts';
import { addConnection, changeConnection, removeConnection } from './operations.ts';
import { beginRollout, changeRolloutOf } from './rollout-changes.ts';
import { rotateKey } from './rotation.ts';
import { findView, listViews } from './views.ts';

export default fp(
  async (app) => {
    const countTest = createTestLimit(() => app.clock.now());

    app.procedure(declared.listConnections, async ({ input, request }) => ({
      connections: await listViews(app, await resolveOperated(app, request, input.platformId)),
    }));

    app.procedure(declared.getConnection, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      const view = await findView(app, platformId, input.connectionId);
      if (!view) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
      return view;
    });

    app.procedure(declared.createConnection, async ({ input: { platformId: named, ...input }, request }) => {
      const platformId = await resolveOperated(app, request, named);
      return { connectionId: await addConnection(app, request, platformId, input) };
    });

    app.procedure(declared.updateConnection, async ({ input: { platformId: named, ...input }, request }) => {
      await changeConnection(app, request, await resolveOperated(app, request, named), input);
    });

    app.procedure(declared.removeConnection, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      await removeConnection(app, request, platformId, input.connectionId);
    });

    app.procedure(declared.testConnection, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      countTest(`${platformId}|${input.connectionId}`);
      return checkConnection(app, platformId, input.connectionId);
    });

    app.procedure(declared.startRollout, async ({ input: { platformId: named, ...input }, request }) => {
      const platformId = await resolveOperated(app, request, named);
      return { rolloutId: await beginRollout(app, request, platformId, input) };
    });

    app.procedure(declared.changeRollout, async ({ input: { platformId: named, ...input }, request }) => {
      await changeRolloutOf(app, request, await resolveOperated(app, request, named), input);
    });

    app.procedure(declared.rotateKey, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      return rotateKey(app, platformId, (details) =>
        recordOperated(request, platformId, { type: 'connection.keyRotated', details }),
      );
    });
  },
  {
    name: 'connections-procedures',
    dependencies: [
      'procedures',
      'platforms',
      'data-keys',
      'resealing',
      'providers',
      'nodes',
      'exchanges',
      'simulators',
    ],
  },
);
