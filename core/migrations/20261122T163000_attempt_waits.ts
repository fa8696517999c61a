import type { Knex } from 'knex';

/** A person who failed too often waits, longer each time. Nodes that do not know the column go on counting failures. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE sign_in_attempt ADD COLUMN waits_until timestamptz NOT NULL DEFAULT '-infinity'`);
}
