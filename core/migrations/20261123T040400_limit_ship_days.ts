import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE product ADD CONSTRAINT product_ship_days CHECK (ship_days BETWEEN 1 AND 60) NOT VALID');
}
