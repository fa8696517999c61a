import * as declared from '@feira/schemas/procedures/offers';
import fp from 'fastify-plugin';
import { selectSellerOffers } from './model.ts';

const DEFAULT_LIMIT = 25;

export default fp(
  async (app) => {
    app.procedure(declared.listOffers, async ({ input, platform, person }) => {
      const statement = selectSellerOffers(platform, person.id, input.limit ?? DEFAULT_LIMIT);
      return { offers: await app.database.list(platform.id, statement) };
    });
  },
  { name: 'offers-procedures', dependencies: ['procedures', 'database'] },
);
