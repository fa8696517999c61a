import type { Knex } from 'knex';
import { announceChanges, tenancy } from './tenancy.ts';

/** Creates the tables of what is sold and who shares in it. People edit these rows: each platform has thousands at most. */
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
      -- Days in which the buyer may give it back; the law's seven at least.
      guarantee_days smallint NOT NULL DEFAULT 7 CHECK (guarantee_days IN (7, 14, 21, 30)),
      -- How many days after a visit through an affiliate's link a sale still counts as theirs.
      affiliate_window_days smallint NOT NULL DEFAULT 60 CHECK (affiliate_window_days BETWEEN 1 AND 365),
      -- Strangers find it and may ask to sell it.
      affiliation_open boolean NOT NULL DEFAULT false,
      -- Of what the platform's fee leaves, for who becomes an affiliate now; who is one already keeps theirs.
      affiliate_basis_points integer NOT NULL DEFAULT 1000 CHECK (affiliate_basis_points BETWEEN 1 AND 9000),
      -- Who asks is an affiliate at once.
      affiliation_automatic boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX product_seller ON product (seller_id, created_at DESC, id DESC);
    CREATE INDEX product_affiliation_open ON product (affiliation_open, platform_id, created_at DESC, id DESC) WHERE affiliation_open;
    ${tenancy('product', { app: 'SELECT, INSERT, UPDATE, DELETE' })}
    ${announceChanges('product')}

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
      -- The seller's choice of provider for this offer; null leaves it to the platform's routes.
      connection_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (product_id, platform_id) REFERENCES product (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id),
      CHECK (type = 'ONE_TIME' OR (recurrence_price IS NOT NULL AND frequency_in_days IS NOT NULL)),
      -- A bank slip cannot be charged again by itself.
      CHECK (type = 'ONE_TIME' OR NOT billet_enabled)
    );
    COMMENT ON COLUMN offer.checkout_builder_config IS 'schemas/src/checkout.ts checkoutBuilderConfigSchema';
    CREATE INDEX offer_product ON offer (product_id);
    ${tenancy('offer', { app: 'SELECT, INSERT, UPDATE, DELETE' })}
    ${announceChanges('offer')}

    -- "product" shows "offer" as an extra in its checkouts.
    CREATE TABLE order_bump (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      product_id uuid NOT NULL,
      offer_id uuid NOT NULL,
      title text NOT NULL,
      position integer NOT NULL DEFAULT 0,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (product_id, platform_id) REFERENCES product (id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id)
    );
    CREATE INDEX order_bump_product ON order_bump (product_id, position);
    ${tenancy('order_bump', { app: 'SELECT, INSERT, UPDATE, DELETE' })}
    ${announceChanges('order_bump')}

    CREATE TABLE delivery_option (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      offer_id uuid NOT NULL,
      description text NOT NULL,
      delivery_time text NOT NULL,
      fare_amount bigint NOT NULL CHECK (fare_amount >= 0),
      pre_selected boolean NOT NULL DEFAULT false,
      position integer NOT NULL DEFAULT 0,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id)
    );
    CREATE INDEX delivery_option_offer ON delivery_option (offer_id, position);
    ${tenancy('delivery_option', { app: 'SELECT, INSERT, UPDATE, DELETE' })}
    ${announceChanges('delivery_option')}

    -- What a buyer typed who has not paid yet. Grows with visits of checkouts; nothing deletes it.
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
      -- The sale that it became.
      recovered_by uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id)
    );
    ${tenancy('abandoned_cart', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    -- What was agreed with one person instead of the platform's rules. Shapes: schemas/src/procedures/fees.ts
    CREATE TABLE person_terms (
      platform_id uuid NOT NULL,
      person_id uuid NOT NULL,
      fees jsonb NOT NULL DEFAULT '{}',
      release jsonb NOT NULL DEFAULT '{}',
      -- Of a manager: the share of each sale's price, out of the platform's fee.
      manager_basis_points integer CHECK (manager_basis_points BETWEEN 0 AND 10000),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (person_id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    ${tenancy('person_terms', { app: 'SELECT, INSERT, UPDATE' })}
    ${announceChanges('person_terms')}

    CREATE TABLE affiliation (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      product_id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- Of what the platform's fee leaves.
      basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 9000),
      status text NOT NULL DEFAULT 'REQUESTED' CHECK (status IN ('REQUESTED', 'ACTIVE', 'REFUSED', 'ENDED')),
      -- Whom a seller has sent away does not come back by themselves.
      ended_as text CHECK (ended_as IN ('seller', 'affiliate')),
      created_at timestamptz NOT NULL DEFAULT now(),
      decided_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (product_id, platform_id) REFERENCES product (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE UNIQUE INDEX affiliation_once ON affiliation (product_id, person_id, platform_id) WHERE status IN ('REQUESTED', 'ACTIVE');
    CREATE INDEX affiliation_product ON affiliation (product_id, status, created_at DESC, id DESC);
    CREATE INDEX affiliation_person ON affiliation (person_id, created_at DESC);
    ${tenancy('affiliation', { app: 'SELECT, INSERT, UPDATE' })}
    ${announceChanges('affiliation')}

    -- A contract is never edited: a change ends it and begins another, so that old sales keep theirs.
    CREATE TABLE co_production (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      product_id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- Of what the platform's fee and the affiliate leave.
      basis_points integer NOT NULL CHECK (basis_points BETWEEN 1 AND 9000),
      status text NOT NULL DEFAULT 'OFFERED' CHECK (status IN ('OFFERED', 'ACTIVE', 'REFUSED', 'ENDED')),
      -- The contract that this one replaces.
      replaces uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      starts_at timestamptz,
      ends_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (product_id, platform_id) REFERENCES product (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id),
      CHECK (status <> 'ACTIVE' OR starts_at IS NOT NULL)
    );
    CREATE UNIQUE INDEX co_production_once ON co_production (product_id, person_id, platform_id) WHERE status = 'ACTIVE';
    -- Somebody has one offer of a product before them at most.
    CREATE UNIQUE INDEX co_production_offered ON co_production (product_id, person_id, platform_id) WHERE status = 'OFFERED';
    CREATE INDEX co_production_product ON co_production (product_id, created_at);
    CREATE INDEX co_production_person ON co_production (person_id, created_at DESC);
    ${tenancy('co_production', { app: 'SELECT, INSERT, UPDATE' })}
    ${announceChanges('co_production')}
  `);
}
