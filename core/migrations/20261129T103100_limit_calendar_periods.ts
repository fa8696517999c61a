import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer DROP CONSTRAINT offer_frequency_in_days_check;
    ALTER TABLE offer ADD CONSTRAINT offer_frequency_known CHECK (frequency_in_days IN (7, 15, 30, 60, 90, 180, 365)) NOT VALID;
    ALTER TABLE offer ADD CONSTRAINT offer_period_known
      CHECK (period = 'DAYS' OR (period = 'CALENDAR' AND frequency_in_days IN (30, 90, 180, 365))) NOT VALID;
    ALTER TABLE subscription ADD CONSTRAINT subscription_period_known CHECK (period IN ('DAYS', 'CALENDAR')) NOT VALID;
  `);
}
