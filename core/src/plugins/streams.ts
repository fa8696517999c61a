/** Tracks the open event streams of this node. A stopping node closes them, and their pages connect to another node. */
import type { ServerResponse } from 'node:http';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    streams: Set<ServerResponse>;
  }
}

export default fp(
  async (app) => {
    const streams = new Set<ServerResponse>();
    app.decorate('streams', streams);
    app.addHook('preClose', async () => {
      for (const stream of streams) stream.end();
    });
  },
  { name: 'streams' },
);
