import type { Knex } from 'knex';

/** Limits the fields of a subscription's offer and coupon. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer
      ADD CONSTRAINT offer_trial_days CHECK (trial_days BETWEEN 1 AND 365) NOT VALID,
      ADD CONSTRAINT offer_trial_free CHECK (NOT is_trial_free OR trial_days IS NOT NULL) NOT VALID,
      ADD CONSTRAINT offer_recurrence_cycles CHECK (recurrence_cycles BETWEEN 1 AND 1000) NOT VALID,
      ADD CONSTRAINT offer_affiliate_cycles CHECK (affiliate_cycles BETWEEN 1 AND 1000) NOT VALID;
    ALTER TABLE coupon ADD CONSTRAINT coupon_cycles CHECK (cycles BETWEEN 1 AND 1000) NOT VALID`);
}
