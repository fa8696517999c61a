import type { Knex } from 'knex';

/** The column of each table by which its row waits, and the end of the wait. */
const WAITING = [
  ['refund_request', `OLD.state = 'WAITING'`],
  ['receiver', `OLD.state = 'UNKNOWN'`],
  ['refund', `OLD.state IN ('PENDING', 'UNKNOWN') AND NEW.state IN ('DONE', 'REFUSED')`],
] as const;

/** Tells the team once of a request that its seller leaves unanswered, and takes notices off every bell once the row waits no more. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE refund_request ADD COLUMN team_notified_at timestamptz');
  for (const [table, hasEnded] of WAITING)
    await knex.raw(`
      CREATE TRIGGER end_work_notices AFTER UPDATE OF state ON ${table} FOR EACH ROW
        WHEN (OLD.state <> NEW.state AND ${hasEnded}) EXECUTE FUNCTION end_work_notices('id')`);
}
