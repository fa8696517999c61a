import type { Knex } from 'knex';

/** A node's row is also where it proves, as the role that requests run as, that it can write. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('GRANT UPDATE (seen_at) ON node TO feira_app');
}
