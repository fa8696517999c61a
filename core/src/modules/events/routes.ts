import { API_PREFIX } from '@feira/schemas/api';
import { STREAMING } from '@feira/schemas/limits';
import { INTEGRATORS } from '@feira/schemas/procedure';
import fp from 'fastify-plugin';
import { ownerOf } from '../../plugins/access.ts';
import type { Person } from '../../plugins/sessions.ts';
import { createEventStreams } from './streams.ts';

/** Serves the stream of events, which is no call of the document: its answer does not end. */
export default fp(
  async (app) => {
    const openStream = createEventStreams(app);
    const api = { call: 'GET /events/stream', resource: 'events', scope: 'events:read' } as const;
    app.get(
      `${API_PREFIX}/events/stream`,
      { config: { access: INTEGRATORS, limit: STREAMING, api }, schema: { hide: true } },
      (request, reply) => openStream(request, reply, ownerOf(request.person as Person)),
    );
  },
  {
    name: 'events-routes',
    dependencies: ['access', 'api-keys', 'database', 'notifications', 'streams', 'platforms', 'clock'],
  },
);
