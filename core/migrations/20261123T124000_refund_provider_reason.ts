import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE refund
      -- The provider's own words about a refund that nobody authorised there.
      ADD COLUMN provider_reason text
  `);
}
