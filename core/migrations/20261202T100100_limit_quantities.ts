import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer ADD CONSTRAINT offer_max_quantity CHECK (max_quantity BETWEEN 1 AND 100) NOT VALID;
    ALTER TABLE stock_claim ADD CONSTRAINT stock_claim_quantity CHECK (quantity > 0) NOT VALID;
  `);
}
