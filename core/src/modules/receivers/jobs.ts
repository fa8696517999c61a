import fp from 'fastify-plugin';
import { followReceivers } from './service.ts';

export default fp(async (app) => void app.sweep('receivers', () => followReceivers(app)), {
  name: 'receivers-jobs',
  dependencies: ['sweeps', 'database', 'clock'],
});
