import fp from 'fastify-plugin';
import { expireDue } from './expiry.ts';

export default fp(
  async (app) => {
    app.sweep('anticipations', () => expireDue(app));
  },
  { name: 'anticipations-jobs', dependencies: ['sweeps', 'database', 'clock'] },
);
