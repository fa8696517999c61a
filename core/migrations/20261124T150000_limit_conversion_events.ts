import type { Knex } from 'knex';

/** Lets the server report what the checkout's page reported before a purchase. Nodes of the version before write no such rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE conversion
    DROP CONSTRAINT conversion_event_check,
    ADD CONSTRAINT conversion_event CHECK (event IN ('InitiateCheckout', 'AddPaymentInfo', 'Purchase', 'Refund', 'Test')) NOT VALID`);
}
