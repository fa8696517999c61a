import fp from 'fastify-plugin';
import { refreshListings, selectDuePlatforms } from './listing.ts';

export default fp(
  async (app) => {
    app.sweep('shipment-lists', async () => {
      let hasMore = false;
      for (const { platformId } of await app.database.jobs.list(selectDuePlatforms()))
        hasMore = (await refreshListings(app, platformId)) || hasMore;
      return hasMore;
    });
  },
  { name: 'fulfilment-jobs', dependencies: ['sweeps', 'database'] },
);
