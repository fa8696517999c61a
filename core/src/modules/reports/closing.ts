/** Closes days: writes the sums of each day that is over, so that reports of long periods need not read every posting. */
import { addDays } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { firstIdOf, startOf, ZONE } from '../../shared/period.ts';
import { insertDay } from './model.ts';

type App = Pick<FastifyInstance, 'database'>;

/** One hour after a day has ended, its last transactions are committed, because none takes that long. */
const SETTLED = `(now() - interval '1 hour')`;
const YESTERDAY = `((${SETTLED} AT TIME ZONE ${ZONE})::date - 1)`;

/** Selects the platforms that have a day to close, by the database's clock, because that clock dates postings. */
const SELECT_PLATFORMS: Statement<{ platformId: string }> = {
  text: `SELECT p.platform_id FROM platform p LEFT JOIN ledger_closing c ON c.platform_id = p.platform_id
    WHERE (c.through IS NULL OR c.through < ${YESTERDAY})
      AND EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.platform_id = p.platform_id)`,
  values: [],
};

export async function closeDays(app: App): Promise<void> {
  for (const { platformId } of await app.database.jobs.list(SELECT_PLATFORMS)) {
    while (await closeNextDay(app, platformId));
  }
}

interface NextDay {
  through: string;
  yesterday: string;
  /** The next day that has postings; null where there is none. */
  posted: string | null;
}

const selectNextDay = (platformId: string): Statement<NextDay> => ({
  text: `
    WITH closing AS (SELECT coalesce((SELECT through FROM ledger_closing WHERE platform_id = $1), '2000-01-01'::date) AS through)
    SELECT closing.through::text, ${YESTERDAY}::text AS yesterday, (
      SELECT ((t.created_at AT TIME ZONE ${ZONE})::date)::text FROM ledger_transaction t
      WHERE t.platform_id = $1 AND t.id >= ${firstIdOf('(closing.through + 1)')} AND t.created_at >= ${startOf('(closing.through + 1)')}
      ORDER BY t.id LIMIT 1) AS posted
    FROM closing`,
  values: [platformId],
});

/** Returns whether there may be another day to close. */
async function closeNextDay(app: App, platformId: string): Promise<boolean> {
  const [next] = await app.database.list(platformId, selectNextDay(platformId), true);
  const { through, yesterday, posted } = next!;
  if (through >= yesterday) return false;
  // Ids follow the clocks of nodes, so an id of the next day may come first by as much as the clocks differ.
  const before = posted === null ? yesterday : addDays(posted, -1);
  const day = posted !== null && before <= through ? posted : before;
  if (day > yesterday) return false;
  await closeDay(app, platformId, day);
  return day < yesterday;
}

/** Closes the day once: a second node waits for the platform's row, which then shows that the day is closed. */
async function closeDay(app: App, platformId: string, day: string): Promise<void> {
  const values: unknown[] = [platformId];
  const bind = (item: unknown) => `$${values.push(item)}`;
  await app.database.write(platformId, [
    {
      text: `INSERT INTO ledger_closing (platform_id, through) VALUES ($1, $2::date - 1) ON CONFLICT DO NOTHING`,
      values: [platformId, day],
    },
    { text: 'SELECT 1 FROM ledger_closing WHERE platform_id = $1 FOR UPDATE', values: [platformId] },
    { text: insertDay(bind, day), values },
    {
      text: 'UPDATE ledger_closing SET through = $2 WHERE platform_id = $1 AND through < $2::date',
      values: [platformId, day],
    },
  ]);
}
