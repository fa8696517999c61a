import type { Knex } from 'knex';

/** Limits the states of carts, for rows that are written from now on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE abandoned_cart
    ADD CONSTRAINT abandoned_cart_state CHECK (state IN ('OPEN', 'RECOVERED', 'STOPPED', 'EXPIRED')) NOT VALID,
    ADD CONSTRAINT abandoned_cart_stop_reason CHECK (stop_reason IN ('UNSUBSCRIBED', 'REFUNDED', 'REPLACED', 'SELLER')) NOT VALID`);
}
