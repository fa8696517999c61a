/** The only place that reads the machine's clock, so that tests can set it. Decisions about money use the database's time. */
import fp from 'fastify-plugin';

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

declare module 'fastify' {
  interface FastifyInstance {
    clock: Clock;
  }
}

export default fp<{ clock?: Clock }>(
  async (app, options) => {
    app.decorate('clock', options.clock ?? systemClock);
  },
  { name: 'clock' },
);
