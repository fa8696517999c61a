import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payment_attempt
      -- The code that pays the charge and agrees to a mandate as well. Null where there is none, and for calls of earlier versions.
      ADD COLUMN agreement_code text
  `);
}
