import fp from 'fastify-plugin';
import type { Sweep } from '../../plugins/sweeps.ts';
import { purgeBilletFiles } from './billet-files.ts';
import { deleteStoredCard } from './stored-cards.ts';

const PURGE_BILLETS = 'billet-files.purge';

declare module 'fastify' {
  interface FastifyInstance {
    /** Deletes stored cards that nobody will charge. */
    storedCards: Sweep;
  }
}

export default fp(
  async (app) => {
    app.jobs.work(PURGE_BILLETS, {}, () => purgeBilletFiles(app));
    app.jobs.schedule(PURGE_BILLETS, '31 7 * * *');
    const sweep = app.sweepByProvider('stored-cards', {
      due: { table: 'stored_card', due: 'check_at', connection: 't.connection_id' },
      sizes: { connection: 2, provider: 8 },
      work: ({ platformId, id }) => deleteStoredCard(app, platformId, id),
    });
    app.decorate('storedCards', sweep);
  },
  { name: 'checkout-jobs', dependencies: ['jobs', 'sweeps', 'outgoing-hold', 'storage'] },
);
