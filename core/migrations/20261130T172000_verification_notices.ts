import type { Knex } from 'knex';

/** A notice to the team about a verification in review counts as read once somebody has decided. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TRIGGER end_work_notices AFTER UPDATE OF status ON person_verification FOR EACH ROW
      WHEN (OLD.status = 'IN_REVIEW' AND NEW.status <> 'IN_REVIEW') EXECUTE FUNCTION end_work_notices('person_id')`);
}
