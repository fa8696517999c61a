import * as declared from '@feira/schemas/procedures/routing';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { readPage } from '../../plugins/procedures.ts';
import { recordOperated } from '../audit/service.ts';
import { Breaker, CallRoom } from './breaker.ts';
import { countCall } from './circuits.ts';
import { readHealth } from './health.ts';
import { deleteCircuit, selectConnectionName } from './model.ts';
import { listAllRoutes } from './route-list.ts';
import { isResting } from './service.ts';
import { DECISIONS } from './statistics.ts';

const DEFAULT_HOURS = 24;

export default fp(
  async (app) => {
    app.decorate('breaker', new Breaker());
    app.decorate('circuits', {
      isResting: (connection) => isResting(app, connection),
      countCall: (connection, counted, call) => countCall(app, connection, counted, call),
    });
    app.decorate('callRoom', new CallRoom(app.config.callsPerConnection));

    app.procedure(declared.listRoutes, async ({ input, request }) =>
      listAllRoutes(app, await resolveOperated(app, request, input.platformId)),
    );

    app.procedure(declared.getHealth, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      return { connections: await readHealth(app, platformId, input.hours ?? DEFAULT_HOURS) };
    });

    app.procedure(declared.closeCircuit, async ({ input: { connectionId, ...input }, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      await app.database.transaction(platformId, async (transaction) => {
        const connection = await transaction.find(selectConnectionName(platformId, connectionId));
        if (!connection) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
        const closed = await transaction.find(deleteCircuit(platformId, connectionId));
        if (!closed) return;
        const subject = { type: 'connection' as const, id: connectionId, name: connection.name };
        await transaction.runAll(recordOperated(request, platformId, { type: 'connection.circuitClosed', subject }));
      });
      app.breaker.forget(connectionId);
      app.cache.forget(platformId);
    });

    app.procedure(declared.listDecisions, async ({ input, request }) => {
      const target = await resolveOperated(app, request, input.platformId);
      const { rows, next } = await readPage(app, target, DECISIONS, input);
      return { decisions: rows, next };
    });
  },
  { name: 'routing-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
