import type { Knex } from 'knex';

/**
 * Keeps the price of an order for a new code once the one to pay with has expired. Nodes of the version before write orders without it: those
 * get no new code.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer ADD COLUMN price_kept_days smallint NOT NULL DEFAULT 7;
    COMMENT ON COLUMN offer.price_kept_days IS 'For so many days after a PIX or boleto has expired its buyer gets a new code for the same order';
    ALTER TABLE sale ADD COLUMN price_kept_until timestamptz;

    CREATE FUNCTION check_stock(of_platform uuid, of_offer uuid) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      allowed integer;
    BEGIN
      SELECT stock_limit INTO allowed FROM offer WHERE platform_id = of_platform AND id = of_offer FOR NO KEY UPDATE;
      -- A payment that was refused or has expired takes nothing.
      IF allowed < (
        SELECT count(*) FROM stock_claim c JOIN payment y ON y.id = c.payment_id AND y.platform_id = c.platform_id
        WHERE c.platform_id = of_platform AND c.offer_id = of_offer AND y.status NOT IN ('REJECTED', 'CANCELED')
      ) THEN
        RAISE EXCEPTION 'The offer is sold out' USING ERRCODE = 'check_violation', CONSTRAINT = 'offer_stock_limit';
      END IF;
    END $$;
    CREATE OR REPLACE FUNCTION take_stock() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM check_stock(NEW.platform_id, NEW.offer_id);
      RETURN NULL;
    END $$;
    -- A payment that waits for its buyer again takes its pieces again, in the order in which purchases take them.
    CREATE FUNCTION retake_stock() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      claimed uuid;
    BEGIN
      FOR claimed IN
        SELECT offer_id FROM stock_claim WHERE platform_id = NEW.platform_id AND payment_id = NEW.id ORDER BY offer_id
      LOOP
        PERFORM check_stock(NEW.platform_id, claimed);
      END LOOP;
      RETURN NULL;
    END $$;
    CREATE TRIGGER retake_stock AFTER UPDATE OF status ON payment FOR EACH ROW
      WHEN (OLD.status IN ('REJECTED', 'CANCELED') AND NEW.status = 'PENDING') EXECUTE FUNCTION retake_stock();
  `);
}
