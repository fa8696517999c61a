import type { Knex } from 'knex';

/** The language in which the buyer read the checkout, for the mails to them. Empty for sales from before: theirs is the platform's. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE sale ADD COLUMN locale text');
}
