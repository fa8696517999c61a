import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The page on which the buyer has to confirm the charge at the bank, for as long as the provider says so: kind, url and expiresAt.
    ALTER TABLE payment ADD COLUMN next_step jsonb
  `);
}
