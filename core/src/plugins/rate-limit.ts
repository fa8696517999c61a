/** Limits a minute for calls that cost money or could be used to try cards; routes opt in with config.rateLimit. */
import rateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import { AppError } from './errors.ts';

export default fp(
  async (app) => {
    await app.register(rateLimit, { global: false, errorResponseBuilder: () => new AppError('TOO_MANY_REQUESTS') });
  },
  { name: 'rate-limit', dependencies: ['errors'] },
);
