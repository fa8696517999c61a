import type { Knex } from 'knex';

/** Lets people delete what they have uploaded and nothing uses. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('GRANT DELETE ON upload TO feira_app');
}
