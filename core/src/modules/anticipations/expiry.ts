/** Cancels anticipations that were not decided before their holds were due, because reserved holds are never released. */
import type { FastifyInstance } from 'fastify';
import { isLocked } from '../../plugins/database.ts';
import { expireAnticipation } from './service.ts';

const BATCH = 50;

/** Reserved holds that are due; $1 is the time. */
export const EXPIRED = `ledger_hold WHERE release_at <= $1::timestamptz AND state = 'OPEN' AND account = 'RESERVED'
  AND anticipation_id IS NOT NULL`;

/** Returns whether there may be more right now. */
export async function expireDue(app: Pick<FastifyInstance, 'database' | 'clock' | 'log'>): Promise<boolean> {
  const rows = await app.database.jobs.list<{ platformId: string; id: string }>({
    text: `SELECT DISTINCT platform_id, anticipation_id AS id FROM (
        SELECT platform_id, anticipation_id FROM ${EXPIRED}
        ORDER BY release_at LIMIT $2
      ) due`,
    values: [app.clock.now(), BATCH],
  });
  let closed = 0;
  for (const { platformId, id } of rows) {
    try {
      if (await expireAnticipation(app, platformId, id)) closed += 1;
    } catch (error) {
      if (isLocked(error)) continue;
      // An error of one anticipation must not delay the others.
      app.log.error({ err: error, anticipationId: id }, 'An anticipation whose time has come could not be closed');
    }
  }
  return closed > 0;
}
