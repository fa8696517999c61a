import type { Knex } from 'knex';

/** People of a demo platform share a password, so a node at a public address refuses to serve one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE platform ADD COLUMN is_demo boolean NOT NULL DEFAULT false');
}
