import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE money_rule_proposal VALIDATE CONSTRAINT money_rule_proposal_status_check');
}
