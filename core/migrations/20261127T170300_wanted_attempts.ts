import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The number of the try that dunning or the buyer wants; one that was made is wanted no more.
    ALTER TABLE subscription_cycle ADD COLUMN wanted_attempt integer NOT NULL DEFAULT 0`);
}
