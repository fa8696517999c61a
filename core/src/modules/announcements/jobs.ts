import fp from 'fastify-plugin';
import { claimDue, DUE_ANNOUNCEMENTS, purgeAnnouncements } from './model.ts';
import { tell } from './service.ts';

const PURGE = 'announcements.purge';
/** Announcements claimed at a time. */
const AT_ONCE = 5;

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, () => purgeAnnouncements(app));
    app.jobs.schedule(PURGE, '21 6 * * *');
    const tellAll = async () => {
      const rows = await app.database.jobs.list(claimDue(AT_ONCE, app.config.claimSeconds));
      for (const row of rows) {
        try {
          await tell(app, row);
        } catch (error) {
          // The claim expires and the row is tried again.
          app.log.error({ err: error, announcementId: row.id }, 'An announcement could not be told');
        }
      }
      return rows.length === AT_ONCE;
    };
    app.sweep('announcements', tellAll, { waiting: DUE_ANNOUNCEMENTS });
  },
  { name: 'announcements-jobs', dependencies: ['jobs', 'sweeps', 'database', 'platforms', 'clock'] },
);
