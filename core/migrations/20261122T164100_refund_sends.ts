import type { Knex } from 'knex';

/** When a refund was sent, and what lookups found since: one that was surely not carried out is sent again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE refund
      ADD COLUMN sends smallint NOT NULL DEFAULT 0,
      ADD COLUMN first_sent_at timestamptz,
      ADD COLUMN sent_at timestamptz,
      -- Lookups since the last call that did not show it although they should have.
      ADD COLUMN misses smallint NOT NULL DEFAULT 0
  `);
}
