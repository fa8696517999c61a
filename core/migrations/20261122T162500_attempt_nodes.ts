import type { Knex } from 'knex';

/** Which node makes a call, so that others look its charge up as soon as that node is gone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payment_attempt ADD COLUMN node_id uuid;
    COMMENT ON COLUMN payment_attempt.node_id IS 'The node that made the call; null for calls of nodes that did not write it';
  `);
}
