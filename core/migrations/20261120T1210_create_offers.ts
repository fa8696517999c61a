import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE product (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      image text,
      type_product text NOT NULL CHECK (type_product IN ('DIGITAL', 'FISICO')),
      pixels jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, seller_id) REFERENCES person (platform_id, id)
    );

    CREATE TABLE offer (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      product_id uuid NOT NULL,
      title text NOT NULL,
      status text NOT NULL DEFAULT 'PUBLISHED' CHECK (status IN ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
      price bigint NOT NULL CHECK (price > 0),
      fake_price bigint CHECK (fake_price > 0),
      coin text NOT NULL DEFAULT 'BRL' CHECK (coin IN ('BRL', 'EUR', 'USD')),
      type text NOT NULL DEFAULT 'ONE_TIME' CHECK (type IN ('ONE_TIME', 'SUBSCRIPTION')),
      recurrence_price bigint CHECK (recurrence_price > 0),
      frequency_in_days integer CHECK (frequency_in_days IN (7, 15, 30, 60, 90, 365)),
      frete_price bigint CHECK (frete_price >= 0),
      required_document_and_phone boolean NOT NULL DEFAULT false,
      pix_enabled boolean NOT NULL DEFAULT true,
      credit_card_enabled boolean NOT NULL DEFAULT true,
      billet_enabled boolean NOT NULL DEFAULT true,
      abandoned_cart_enabled boolean NOT NULL DEFAULT false,
      checkout_builder_config jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, product_id) REFERENCES product (platform_id, id),
      CHECK (type = 'ONE_TIME' OR (recurrence_price IS NOT NULL AND frequency_in_days IS NOT NULL)),
      -- A bank slip cannot be charged again by itself.
      CHECK (type = 'ONE_TIME' OR NOT billet_enabled)
    );
    COMMENT ON COLUMN offer.checkout_builder_config IS 'schemas/src/checkout.ts checkoutBuilderConfigSchema';
    CREATE INDEX offer_product ON offer (product_id);

    -- "product" shows "offer" as an extra in its checkouts.
    CREATE TABLE order_bump (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      product_id uuid NOT NULL,
      offer_id uuid NOT NULL,
      title text NOT NULL,
      position integer NOT NULL DEFAULT 0,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, product_id) REFERENCES product (platform_id, id),
      FOREIGN KEY (platform_id, offer_id) REFERENCES offer (platform_id, id)
    );
    CREATE INDEX order_bump_product ON order_bump (product_id, position);

    CREATE TABLE delivery_option (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      offer_id uuid NOT NULL,
      description text NOT NULL,
      delivery_time text NOT NULL,
      fare_amount bigint NOT NULL CHECK (fare_amount >= 0),
      pre_selected boolean NOT NULL DEFAULT false,
      position integer NOT NULL DEFAULT 0,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, offer_id) REFERENCES offer (platform_id, id)
    );
    CREATE INDEX delivery_option_offer ON delivery_option (offer_id, position);

    CREATE TABLE abandoned_cart (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      offer_id uuid NOT NULL,
      name text,
      document text,
      email text NOT NULL,
      phone text,
      amount bigint,
      utm_query jsonb NOT NULL DEFAULT '{}',
      recovered_by uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, offer_id) REFERENCES offer (platform_id, id)
    );
  `);
  for (const table of ['product', 'offer', 'order_bump', 'delivery_option', 'abandoned_cart']) {
    await enableTenancy(knex, table, { app: 'SELECT, INSERT, UPDATE, DELETE' });
  }
}
