import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Quotes freight: parcels of products, options that a connection quotes, and the quotes that buyers were shown. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null as long as the seller has told nothing: the smallest parcel is quoted.
    ALTER TABLE product ADD COLUMN weight_grams integer, ADD COLUMN height_cm integer, ADD COLUMN width_cm integer,
      ADD COLUMN length_cm integer;
    ALTER TABLE product ADD CONSTRAINT product_parcel CHECK (weight_grams BETWEEN 1 AND 30000 AND height_cm BETWEEN 1 AND 105
      AND width_cm BETWEEN 1 AND 105 AND length_cm BETWEEN 1 AND 105) NOT VALID;

    ALTER TABLE delivery_option
      -- The connection that quotes the option. One that was removed is asked no more, and the option's own fares hold.
      ADD COLUMN quoted_by uuid,
      -- Cents from which on the cheapest service is free.
      ADD COLUMN free_from bigint,
      -- The fares by place that hold where the connection gives no answer; the option's own fare for every other place.
      ADD COLUMN fallback jsonb NOT NULL DEFAULT '[]';

    ALTER TABLE delivery_option ADD CONSTRAINT delivery_option_free_from CHECK (free_from > 0) NOT VALID;

    ALTER TABLE sale ADD COLUMN delivery jsonb;
    COMMENT ON COLUMN sale.delivery IS 'The service that was quoted, as its buyer read it: description and deliveryTime';

    -- The services that a page has shown for a place and a parcel, and that buyers may choose at this price until it expires.
    CREATE TABLE freight_quote (
      platform_id uuid NOT NULL,
      -- What a purchase names as its delivery.
      id uuid NOT NULL,
      delivery_option_id uuid NOT NULL,
      zip text NOT NULL CHECK (zip ~ '^[0-9]{8}$'),
      -- The hash of the connection, the parcel and its value.
      parcel text NOT NULL,
      name text NOT NULL,
      -- Bank days; null where the words of the option say it.
      days integer,
      delivery_time text NOT NULL DEFAULT '',
      amount bigint NOT NULL CHECK (amount >= 0),
      is_cheapest boolean NOT NULL,
      -- Until then other pages show it too, instead of asking again.
      fresh_until timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (id, platform_id)
    );
    CREATE INDEX freight_quote_parcel ON freight_quote (delivery_option_id, zip, parcel, fresh_until);
    CREATE INDEX freight_quote_expiry ON freight_quote (expires_at);
    COMMENT ON TABLE freight_quote IS 'Grows with places and parcels that are quoted; purged a day after they expire';
    ${tenancy('freight_quote', { app: 'SELECT, INSERT', jobs: 'SELECT, DELETE' })}
  `);
}
