/** Sums up days that are over, so that a report of a year reads as many rows as it has days and products, not postings. */
import { addDays } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import type { QueryResult } from 'pg';
import { firstIdOf, startOf, ZONE } from '../../shared/period.ts';
import { insertDay } from './model.ts';

type App = Pick<FastifyInstance, 'database'>;

/** By then whatever was written down on a day can be read: no transaction takes that long. */
const SETTLED = `(now() - interval '1 hour')`;
const YESTERDAY = `((${SETTLED} AT TIME ZONE ${ZONE})::date - 1)`;

/** Every platform that has a day to close; by the database's clock, which is the one that dates postings. */
export async function closeDays(app: App): Promise<void> {
  const { rows } = (await app.database.jobs.raw(
    `SELECT p.platform_id AS "platformId" FROM platform p LEFT JOIN ledger_closing c ON c.platform_id = p.platform_id
     WHERE (c.through IS NULL OR c.through < ${YESTERDAY})
       AND EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.platform_id = p.platform_id)`,
  )) as { rows: { platformId: string }[] };
  for (const { platformId } of rows) {
    while (await closeNextDay(app, platformId));
  }
}

interface NextDay {
  through: string;
  yesterday: string;
  /** The next one on which anything was posted. */
  posted: string | null;
}

/** Answers whether there may be another. */
async function closeNextDay(app: App, platformId: string): Promise<boolean> {
  const [found] = await app.database.read(
    platformId,
    [
      {
        text: `
          WITH closing AS (SELECT coalesce((SELECT through FROM ledger_closing WHERE platform_id = $1), '2000-01-01'::date) AS through)
          SELECT closing.through::text, ${YESTERDAY}::text AS yesterday, (
            SELECT ((t.created_at AT TIME ZONE ${ZONE})::date)::text FROM ledger_transaction t
            WHERE t.platform_id = $1 AND t.id >= ${firstIdOf('(closing.through + 1)')} AND t.created_at >= ${startOf('(closing.through + 1)')}
            ORDER BY t.id LIMIT 1) AS posted
          FROM closing`,
        values: [platformId],
      },
    ],
    true,
  );
  const { through, yesterday, posted } = (found as QueryResult<NextDay>).rows[0] as NextDay;
  if (through >= yesterday) return false;
  // Ids are ordered by clocks of nodes: another day's may come first by as much as they differ.
  const before = posted === null ? yesterday : addDays(posted, -1);
  const day = posted !== null && before <= through ? posted : before;
  if (day > yesterday) return false;
  await closeDay(app, platformId, day);
  return day < yesterday;
}

/** Once, by however many nodes at a time: the row of the platform is waited for, and then says that it is done. */
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
