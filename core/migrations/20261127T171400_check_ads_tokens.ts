import type { Knex } from 'knex';

/** Checks the tokens which were there before the limit. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE pixel_token VALIDATE CONSTRAINT pixel_token_network');
}
