import fp from 'fastify-plugin';
import { Breaker } from './breaker.ts';

export default fp(
  async (app) => {
    app.decorate('breaker', new Breaker());
  },
  { name: 'routing-procedures', dependencies: ['procedures'] },
);
