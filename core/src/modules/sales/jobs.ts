import fp from 'fastify-plugin';
import { DUE_SALES, refreshSearch, selectDuePlatforms } from './search.ts';

export default fp(
  async (app) => {
    const refresh = async () => {
      let hasMore = false;
      for (const { platformId } of await app.database.jobs.list(selectDuePlatforms()))
        hasMore = (await refreshSearch(app, platformId)) || hasMore;
      return hasMore;
    };
    app.sweep('sale-search', refresh, { waiting: DUE_SALES });
  },
  { name: 'sales-jobs', dependencies: ['sweeps', 'database'] },
);
