import fp from 'fastify-plugin';
import { refreshSearch, selectDuePlatforms } from './search.ts';

export default fp(
  async (app) => {
    app.sweep('sale-search', async () => {
      let hasMore = false;
      for (const { platformId } of await app.database.jobs.list(selectDuePlatforms()))
        hasMore = (await refreshSearch(app, platformId)) || hasMore;
      return hasMore;
    });
  },
  { name: 'sales-jobs', dependencies: ['sweeps', 'database'] },
);
