import type { Knex } from 'knex';

/** Of many buyers of the last piece, one gets it: they come one after the other, and each count sees everyone who came before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION take_stock() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      allowed integer;
    BEGIN
      SELECT stock_limit INTO allowed FROM offer WHERE platform_id = NEW.platform_id AND id = NEW.offer_id FOR NO KEY UPDATE;
      -- A payment that was refused or has expired takes nothing.
      IF allowed < (
        SELECT count(*) FROM stock_claim c JOIN payment y ON y.id = c.payment_id AND y.platform_id = c.platform_id
        WHERE c.platform_id = NEW.platform_id AND c.offer_id = NEW.offer_id AND y.status NOT IN ('REJECTED', 'CANCELED')
      ) THEN
        RAISE EXCEPTION 'The offer is sold out' USING ERRCODE = 'check_violation', CONSTRAINT = 'offer_stock_limit';
      END IF;
      RETURN NULL;
    END $$;
    -- After the rows of its statement, so that the payment is there.
    CREATE TRIGGER take_stock AFTER INSERT ON stock_claim FOR EACH ROW EXECUTE FUNCTION take_stock();
  `);
}
