import type { Knex } from 'knex';

/** Checks the conversions which were there before the limit. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE conversion VALIDATE CONSTRAINT conversion_event');
}
