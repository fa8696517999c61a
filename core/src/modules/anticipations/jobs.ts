import fp from 'fastify-plugin';
import { EXPIRED, expireDue } from './expiry.ts';

export default fp(
  async (app) => {
    app.sweep('anticipations', () => expireDue(app), { waiting: EXPIRED });
  },
  { name: 'anticipations-jobs', dependencies: ['sweeps', 'database', 'clock'] },
);
