import type { Knex } from 'knex';

/** Validates the limits of a subscription's offer and coupon. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer VALIDATE CONSTRAINT offer_trial_days;
    ALTER TABLE offer VALIDATE CONSTRAINT offer_trial_free;
    ALTER TABLE offer VALIDATE CONSTRAINT offer_recurrence_cycles;
    ALTER TABLE offer VALIDATE CONSTRAINT offer_affiliate_cycles;
    ALTER TABLE coupon VALIDATE CONSTRAINT coupon_cycles`);
}
