import type { Knex } from 'knex';

/** Checks that the carts which were there before the limits meet them too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE abandoned_cart VALIDATE CONSTRAINT abandoned_cart_state');
  await knex.raw('ALTER TABLE abandoned_cart VALIDATE CONSTRAINT abandoned_cart_stop_reason');
}
