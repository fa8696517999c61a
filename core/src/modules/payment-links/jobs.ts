import fp from 'fastify-plugin';
import { BatchedCounts } from '../../shared/batched-counts.ts';
import { addOpenings } from './model.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The openings of the pages of payment links, by the id of the link. */
    linkOpenings: BatchedCounts;
  }
}

export default fp(
  async (app) => {
    const openings = new BatchedCounts({
      write: (platformId, counts) => app.database.write(platformId, [addOpenings(platformId, counts)]),
      onError: (error) => app.log.warn({ err: error }, 'Openings of payment links could not be written'),
    });
    app.decorate('linkOpenings', openings);
    app.addHook('onClose', () => openings.close());
  },
  { name: 'payment-links-jobs', dependencies: ['database'] },
);
