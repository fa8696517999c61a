import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer VALIDATE CONSTRAINT offer_max_quantity;
    ALTER TABLE stock_claim VALIDATE CONSTRAINT stock_claim_quantity;
  `);
}
