import type { Knex } from 'knex';

export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE money_rule_proposal VALIDATE CONSTRAINT money_rule_proposal_kind_check');
};
