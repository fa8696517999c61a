import type { Knex } from 'knex';

/** Which node makes the call of an order, so that others look it up as soon as that node is gone. Null for calls of older nodes. */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['withdrawal', 'refund', 'receiver'])
    await knex.raw(`ALTER TABLE ${table} ADD COLUMN node_id uuid`);
}
