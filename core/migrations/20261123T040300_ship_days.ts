import type { Knex } from 'knex';

/** Adds the bank days in which a seller ships a product once it is paid. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE product ADD COLUMN ship_days smallint NOT NULL DEFAULT 5');
}
