import fp from 'fastify-plugin';
import { DUE_LISTINGS, refreshListings, selectDuePlatforms } from './listing.ts';
import { notifyOverdue, OVERDUE } from './overdue.ts';

export default fp(
  async (app) => {
    const refresh = async () => {
      let hasMore = false;
      for (const { platformId } of await app.database.jobs.list(selectDuePlatforms()))
        hasMore = (await refreshListings(app, platformId)) || hasMore;
      return hasMore;
    };
    app.sweep('shipment-lists', refresh, { waiting: DUE_LISTINGS });
    app.sweep('overdue-shipments', () => notifyOverdue(app), { waiting: OVERDUE });
  },
  { name: 'fulfilment-jobs', dependencies: ['sweeps', 'database'] },
);
