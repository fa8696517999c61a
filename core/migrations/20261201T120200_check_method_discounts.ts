import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer VALIDATE CONSTRAINT offer_method_discounts;
    ALTER TABLE sale VALIDATE CONSTRAINT sale_method_discount;
  `);
}
