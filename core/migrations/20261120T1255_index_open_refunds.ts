import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What is looked after until the provider's word closes it.
    CREATE INDEX refund_open ON refund (updated_at) WHERE state IN ('REQUESTED', 'PENDING', 'UNKNOWN');
  `);
}
