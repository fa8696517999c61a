import type { Knex } from 'knex';

/** Keeps until when the card of a first charge can be charged, from which its subscription begins. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- YYYY-MM; null where the provider does not tell.
    ALTER TABLE subscription_sale ADD COLUMN card_expiry text`);
}
