/** Ends verifications whose time is over, and deletes documents that have served. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { deleteServed, expire, selectEnded, selectStoring } from './model.ts';
import { announceStatus, notifyPerson } from './notices.ts';
import { checkDue, personCheckSubject } from './provider-checks.ts';
import { FILE_KEY } from './sealing.ts';

const PURGE = 'verifications.purge';
const CHECK = 'verifications.check';

type App = Pick<FastifyInstance, 'database' | 'clock' | 'findPlatform'>;

export async function endVerifications({ database, clock }: Pick<App, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (const { platformId, personId } of await database.jobs.list(selectEnded(now)))
    await database.write(platformId, [
      ...expire(platformId, personId, now),
      announceStatus(platformId, personId, 'EXPIRED', now),
      notifyPerson(platformId, personId, { type: 'verification.expired', at: now }),
    ]);
}

/** Deletes what each platform keeps no longer. */
export async function purgeDocuments({ database, clock, findPlatform }: App): Promise<void> {
  for (const { platformId } of await database.jobs.list(selectStoring())) {
    const platform = await findPlatform(platformId);
    if (!platform) continue;
    const { keptDays } = platform.settings.verification;
    await database.run(platformId, deleteServed(platformId, keptDays, clock.now()));
  }
}

export default fp(
  async (app) => {
    app.resealing.add(FILE_KEY);
    app.jobs.work(PURGE, {}, async () => {
      await endVerifications(app);
      await purgeDocuments(app);
    });
    app.jobs.schedule(PURGE, '29 5 * * *');
    app.jobs.work(CHECK, {}, () => checkDue(app));
    app.jobs.schedule(CHECK, '* * * * *');
    app.webhookSubjects.set('personCheck', personCheckSubject(app));
  },
  {
    name: 'verifications-jobs',
    dependencies: ['jobs', 'database', 'platforms', 'clock', 'resealing', 'webhooks-jobs'],
  },
);
