import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer ADD CONSTRAINT offer_method_discounts
      CHECK (pix_discount_basis_points BETWEEN 0 AND 9000 AND billet_discount_basis_points BETWEEN 0 AND 9000) NOT VALID;
    ALTER TABLE sale ADD CONSTRAINT sale_method_discount CHECK (method_discount >= 0) NOT VALID;
  `);
}
