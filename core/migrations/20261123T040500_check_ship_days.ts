import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE product VALIDATE CONSTRAINT product_ship_days');
}
