import type { Knex } from 'knex';

/** Adds the sender's address that a seller prints on labels, in lines. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE person ADD COLUMN label_sender text');
}
