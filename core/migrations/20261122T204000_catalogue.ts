import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Lets sellers edit products, offers and order bumps. Nodes of the version before sell what is there, and write none of the new columns. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE product
      -- What was on sale stays on sale.
      ADD COLUMN status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('DRAFT', 'IN_REVIEW', 'ACTIVE', 'BLOCKED', 'ARCHIVED')),
      ADD COLUMN category text NOT NULL DEFAULT 'OTHERS',
      ADD COLUMN notification_mode text NOT NULL DEFAULT 'EMAIL' CHECK (notification_mode IN ('NONE', 'EMAIL')),
      ADD COLUMN page_type text NOT NULL DEFAULT 'DEFAULT' CHECK (page_type IN ('DEFAULT', 'CUSTOM')),
      ADD COLUMN pricing_type text NOT NULL DEFAULT 'FIXEDPRICE' CHECK (pricing_type IN ('FIXEDPRICE')),
      ADD COLUMN sales_page text,
      ADD COLUMN support_email text,
      ADD COLUMN block_reason text,
      ADD COLUMN version integer NOT NULL DEFAULT 1,
      ADD COLUMN changed_in jsonb NOT NULL DEFAULT '{}';
    COMMENT ON COLUMN product.changed_in IS 'The version in which each field was last changed: a form that read an earlier one is told which';

    ALTER TABLE offer
      ADD COLUMN stock_limit integer CHECK (stock_limit >= 0),
      ADD COLUMN sale_starts_at timestamptz,
      ADD COLUMN sale_ends_at timestamptz,
      ADD COLUMN thank_you_url text,
      ADD COLUMN installments jsonb,
      ADD COLUMN version integer NOT NULL DEFAULT 1,
      ADD COLUMN changed_in jsonb NOT NULL DEFAULT '{}',
      ADD CHECK (sale_ends_at > sale_starts_at);
    COMMENT ON COLUMN offer.installments IS 'schemas/src/catalogue.ts installmentTableSchema; null for the table of the platform';

    ALTER TABLE order_bump
      ADD COLUMN text text NOT NULL DEFAULT '',
      ADD COLUMN image text,
      -- Cents; null for the price of the offer.
      ADD COLUMN price bigint CHECK (price > 0),
      ADD COLUMN fake_price bigint CHECK (fake_price > 0),
      ADD COLUMN version integer NOT NULL DEFAULT 1,
      ADD COLUMN changed_in jsonb NOT NULL DEFAULT '{}';

    -- Sellers delete what was never sold.
    GRANT DELETE ON product, offer, order_bump, delivery_option TO feira_app;

    -- What the buyer saw, whatever becomes of the product.
    ALTER TABLE sale_item
      ADD COLUMN product_name text,
      ADD COLUMN product_image text;

    -- The purchases of offers with a limited stock. One counts as long as its payment may still be paid, or was.
    CREATE TABLE stock_claim (
      platform_id uuid NOT NULL,
      payment_id uuid NOT NULL,
      offer_id uuid NOT NULL,
      PRIMARY KEY (payment_id, offer_id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id)
    );
    CREATE INDEX stock_claim_offer ON stock_claim (offer_id, payment_id);
    ${tenancy('stock_claim', { app: 'SELECT, INSERT' })}
  `);
}
