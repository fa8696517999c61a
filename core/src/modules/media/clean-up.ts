import type { FastifyInstance } from 'fastify';
import { deleteUploads, type StoredUpload, selectAged, selectShown, setUse } from './model.ts';
import { listKeys } from './service.ts';

type App = Pick<FastifyInstance, 'database' | 'storage' | 'clock'>;

const PAGE = 500;
const DAY_MS = 86_400_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Removes uploads that were not finished within a day, and those that nothing has used for 30 days: mails and caches may show a picture for
 * a while after a page has another one. Pictures that a product has ever shown stay, because sales show what was bought.
 */
export async function removeUnused(app: App): Promise<void> {
  const { storage } = app;
  if (!storage) return;
  await storage.removeAbandoned(new Date(app.clock.now().getTime() - DAY_MS));
  let afterId = NO_ID;
  for (;;) {
    const page = await app.database.jobs.list(selectAged(afterId, PAGE));
    for (const uploads of Object.values(Object.groupBy(page, ({ platformId }) => platformId)))
      await cleanUp(app, uploads ?? []);
    if (page.length < PAGE) return;
    afterId = page.at(-1)?.id ?? afterId;
  }
}

/** Takes uploads of one platform. The files go first: a row that stays is tried again. */
async function cleanUp({ database, storage }: App, uploads: readonly StoredUpload[]): Promise<void> {
  const [first] = uploads;
  if (!first) return;
  const keys = uploads.map(({ key }) => key);
  const shown = new Set(
    (await database.list(first.platformId, selectShown(first.platformId, keys), true)).map(({ key }) => key),
  );
  const isUsed = ({ key }: StoredUpload) => shown.has(key);
  const finished = uploads.filter(({ finishedAt }) => finishedAt !== null);
  await database.jobs.run(
    setUse(
      finished.map(({ id }) => id),
      finished.filter(isUsed).map(({ id }) => id),
    ),
  );
  const removed = uploads.filter((upload) => !isUsed(upload) && (upload.isOld || upload.finishedAt === null));
  for (const upload of removed) await storage?.remove(listKeys(upload));
  await database.jobs.run(deleteUploads(removed.map(({ id }) => id)));
}
