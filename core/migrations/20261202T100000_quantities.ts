import type { Knex } from 'knex';

/** Sells several pieces of an offer in one order. Nodes of the version before sell one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer ADD COLUMN max_quantity smallint NOT NULL DEFAULT 1;
    COMMENT ON COLUMN offer.max_quantity IS 'The most pieces that an order may have';
    ALTER TABLE stock_claim ADD COLUMN quantity smallint NOT NULL DEFAULT 1;
    COMMENT ON COLUMN stock_claim.quantity IS 'The pieces that the payment takes from the stock';

    CREATE OR REPLACE FUNCTION check_stock(of_platform uuid, of_offer uuid) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      allowed integer;
    BEGIN
      SELECT stock_limit INTO allowed FROM offer WHERE platform_id = of_platform AND id = of_offer FOR NO KEY UPDATE;
      -- A payment that was refused or has expired takes nothing.
      IF allowed < (
        SELECT sum(c.quantity) FROM stock_claim c JOIN payment y ON y.id = c.payment_id AND y.platform_id = c.platform_id
        WHERE c.platform_id = of_platform AND c.offer_id = of_offer AND y.status NOT IN ('REJECTED', 'CANCELED')
      ) THEN
        RAISE EXCEPTION 'The offer is sold out' USING ERRCODE = 'check_violation', CONSTRAINT = 'offer_stock_limit';
      END IF;
    END $$;
  `);
}
