/** Limits calls per minute that cost money or could serve to test stolen cards. A route opts in with config.rateLimit. */
import rateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import { AppError } from './errors.ts';

export default fp(
  async (app) => {
    await app.register(rateLimit, { global: false, errorResponseBuilder: () => new AppError('TOO_MANY_REQUESTS') });
  },
  { name: 'rate-limit', dependencies: ['errors'] },
);
