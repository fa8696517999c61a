import type { Knex } from 'knex';

/** Lets fraud rules and entries that allow somebody change by proposals. Validated by the next migration. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE money_rule_proposal
      DROP CONSTRAINT money_rule_proposal_kind_check,
      ADD CONSTRAINT money_rule_proposal_kind_check CHECK (
        kind IN ('SETTINGS', 'TERMS', 'COSTS', 'ROUTES', 'RISK_RULES', 'RISK_ALLOWED')) NOT VALID`);
}
