import fp from 'fastify-plugin';
import { refreshListings, selectDuePlatforms } from './listing.ts';
import { tellOverdue } from './overdue.ts';

export default fp(
  async (app) => {
    app.sweep('shipment-lists', async () => {
      let hasMore = false;
      for (const { platformId } of await app.database.jobs.list(selectDuePlatforms()))
        hasMore = (await refreshListings(app, platformId)) || hasMore;
      return hasMore;
    });
    app.sweep('overdue-shipments', () => tellOverdue(app));
  },
  { name: 'fulfilment-jobs', dependencies: ['sweeps', 'database'] },
);
