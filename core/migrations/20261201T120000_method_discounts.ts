import type { Knex } from 'knex';

/** Takes a share off the price for buyers who pay by PIX or boleto. Nodes of the version before sell at the whole price. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer ADD COLUMN pix_discount_basis_points smallint NOT NULL DEFAULT 0;
    ALTER TABLE offer ADD COLUMN billet_discount_basis_points smallint NOT NULL DEFAULT 0;
    ALTER TABLE sale ADD COLUMN method_discount bigint NOT NULL DEFAULT 0;
    COMMENT ON COLUMN sale.method_discount IS 'Cents that the payment method took off the price, besides the discount of a coupon';
  `);
}
