import * as declared from '@feira/schemas/procedures/offers';
import fp from 'fastify-plugin';
import { type OfferSummary, selectSellerOffers } from './model.ts';

const DEFAULT_LIMIT = 25;

export default fp(
  async (app) => {
    app.procedure(declared.listOffers, async ({ input, platform, person }) => {
      const statement = selectSellerOffers(platform, person.id, input.limit ?? DEFAULT_LIMIT);
      const [result] = await app.database.read(platform.id, [statement]);
      return { offers: (result?.rows ?? []) as OfferSummary[] };
    });
  },
  { name: 'offers-procedures', dependencies: ['procedures', 'database'] },
);
