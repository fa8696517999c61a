import type { Knex } from 'knex';

/** The column of each table by which its row waits, the word for it, and the id that its notices name. */
const WAITING = [
  ['withdrawal', 'state', `NEW.state NOT IN ('WAITING', 'SENDING', 'SENT', 'UNKNOWN')`, 'id'],
  ['dispute', 'state', `OLD.state = 'OPEN'`, 'id'],
  ['anticipation', 'state', `OLD.state = 'WAITING'`, 'id'],
  ['payout_destination', 'status', `OLD.status = 'WAITING'`, 'id'],
  ['product', 'status', `OLD.status = 'IN_REVIEW'`, 'id'],
  ['payment_attempt', 'state', `OLD.state = 'PARKED'`, 'payment_id'],
] as const;

/**
 * A notice about waiting work names its row. It counts as read as soon as the row waits no more, whoever or whatever ended that: the
 * change itself takes it off every bell.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE notification ADD COLUMN work_id uuid;
    CREATE FUNCTION end_work_notices() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE notification SET read_at = now()
        WHERE work_id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid AND platform_id = NEW.platform_id AND read_at IS NULL;
      RETURN NULL;
    END $$`);
  for (const [table, column, hasEnded, id] of WAITING)
    await knex.raw(`
      CREATE TRIGGER end_work_notices AFTER UPDATE OF ${column} ON ${table} FOR EACH ROW
        WHEN (OLD.${column} <> NEW.${column} AND ${hasEnded}) EXECUTE FUNCTION end_work_notices('${id}')`);
}
