import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer VALIDATE CONSTRAINT offer_frequency_known;
    ALTER TABLE offer VALIDATE CONSTRAINT offer_period_known;
    ALTER TABLE subscription VALIDATE CONSTRAINT subscription_period_known;
  `);
}
