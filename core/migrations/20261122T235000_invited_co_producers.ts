import type { Knex } from 'knex';

/**
 * A contract is offered to an e-mail, whether or not somebody here has it, and finds its person when that person accepts. Rows of nodes of
 * the version before name the person from the start.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE co_production ALTER COLUMN person_id DROP NOT NULL;
    ALTER TABLE co_production ADD COLUMN email text;
    ALTER TABLE co_production ADD CONSTRAINT co_production_party
      CHECK (person_id IS NOT NULL OR (email IS NOT NULL AND status <> 'ACTIVE')) NOT VALID;
    COMMENT ON COLUMN co_production.email IS 'The invited address, in lower case. While person_id is null, whoever proves it may answer.';

    -- contracts.purge deletes what nobody accepted.
    CREATE POLICY never_accepted ON co_production TO feira_jobs USING (person_id IS NULL);
    GRANT SELECT (platform_id, id, person_id, created_at), DELETE ON co_production TO feira_jobs;`);
}
