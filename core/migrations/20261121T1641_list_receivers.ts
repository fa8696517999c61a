import type { Knex } from 'knex';

/** Receivers are listed newest first, of everybody. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX receiver_page ON receiver (created_at DESC, id DESC, platform_id)');
}
