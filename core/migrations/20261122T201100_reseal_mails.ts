import type { Knex } from 'knex';

/** A rotation of a platform's data key seals waiting mails again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('GRANT UPDATE (key_version) ON mail TO feira_app');
}
