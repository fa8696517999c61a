import type { Knex } from 'knex';

/** Checks the rows that were there before parcels and free freight had limits; purchases go on meanwhile. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE product VALIDATE CONSTRAINT product_parcel');
  await knex.raw('ALTER TABLE delivery_option VALIDATE CONSTRAINT delivery_option_free_from');
}
