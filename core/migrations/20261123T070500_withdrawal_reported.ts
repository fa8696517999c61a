import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE withdrawal
      -- The end that one event told whose sender is proven and whose words are not, and the request that brought it: {"outcome": "PAID", "requestId": …}.
      ADD COLUMN reported jsonb
  `);
}
