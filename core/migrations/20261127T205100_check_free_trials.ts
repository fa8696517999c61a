import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sale VALIDATE CONSTRAINT sale_total_positive;
    ALTER TABLE sale_item VALIDATE CONSTRAINT sale_item_unit_price_positive;
  `);
}
