import type { Knex } from 'knex';

/** Nodes of the version before take a coupon for every charge as one for the first alone. */
export async function up(knex: Knex): Promise<void> {
  // Null: the coupon takes its discount off every charge of a subscription.
  await knex.raw('ALTER TABLE coupon ALTER COLUMN cycles DROP NOT NULL');
}
