import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Creates payment links. Each sells by an offer of its own, which no list of offers shows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN offer.is_hidden IS 'The offer belongs to the payment link of the same id';
    ALTER TABLE product ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN product.is_hidden IS 'The product was made for a payment link without a product of its own';

    -- Grows with what sellers create. Its offer and its sales refer to it.
    CREATE TABLE payment_link (
      platform_id uuid NOT NULL,
      -- The id of its offer, and the address of its checkout.
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      -- OFFER: sells a product of the seller. AMOUNT: asks for an amount with a title. OPEN_AMOUNT: the buyer types the amount.
      kind text NOT NULL CHECK (kind IN ('OFFER', 'AMOUNT', 'OPEN_AMOUNT')),
      is_active boolean NOT NULL DEFAULT true,
      -- One payment closes it. Its offer has a stock of one.
      is_single_use boolean NOT NULL,
      closed_at timestamptz,
      -- Cents between which the buyer chooses.
      least_amount bigint CHECK (least_amount > 0),
      most_amount bigint CHECK (most_amount >= least_amount),
      note text NOT NULL DEFAULT '',
      openings integer NOT NULL DEFAULT 0,
      version integer NOT NULL DEFAULT 1,
      changed_in jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      CHECK ((kind = 'OPEN_AMOUNT') = (least_amount IS NOT NULL) AND (least_amount IS NULL) = (most_amount IS NULL)),
      FOREIGN KEY (id, platform_id) REFERENCES offer (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX payment_link_page ON payment_link (seller_id, platform_id, created_at DESC, id DESC);
    ${tenancy('payment_link', { app: 'SELECT, INSERT, UPDATE, DELETE' })}
    CREATE POLICY erasing ON payment_link TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT, UPDATE (note) ON payment_link TO feira_privacy;
    COMMENT ON TABLE payment_link IS 'One for each link by which a seller asks for a payment';
    -- Nodes keep the offer with its link in memory. The openings of the page are counted without telling them.
    CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OF is_active, closed_at, least_amount, most_amount ON payment_link
      FOR EACH ROW EXECUTE FUNCTION announce_change();
  `);
}
