import type { Knex } from 'knex';

/** A notice about a payment in review counts as read as soon as a person, or its time, has decided. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    CREATE TRIGGER end_work_notices AFTER UPDATE OF hold_decision ON payment FOR EACH ROW
      WHEN (OLD.hold_decision IS NULL AND NEW.hold_decision IS NOT NULL) EXECUTE FUNCTION end_work_notices('id')`);
