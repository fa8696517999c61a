import type { Knex } from 'knex';

/** LAPSED: nobody had approved the change, and by its day its proposer could no longer make it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE money_rule_proposal DROP CONSTRAINT money_rule_proposal_status_check,
      ADD CONSTRAINT money_rule_proposal_status_check CHECK (
        status IN ('WAITING', 'SCHEDULED', 'APPLIED', 'REJECTED', 'CANCELED', 'OUTDATED', 'LAPSED')) NOT VALID`);
}
