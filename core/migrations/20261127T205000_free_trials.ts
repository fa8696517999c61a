import type { Knex } from 'knex';

/** A free trial is a sale of nothing without a payment, which opens what was sold. Nodes of the version before sell none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sale DROP CONSTRAINT sale_total_check;
    ALTER TABLE sale ADD CONSTRAINT sale_total_positive CHECK (total >= 0) NOT VALID;
    ALTER TABLE sale_item DROP CONSTRAINT sale_item_unit_price_check;
    ALTER TABLE sale_item ADD CONSTRAINT sale_item_unit_price_positive CHECK (unit_price >= 0) NOT VALID;
  `);
}
