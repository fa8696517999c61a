import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Creates the public pages on which sellers show their products. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with the sellers who make one.
    CREATE TABLE store (
      platform_id uuid NOT NULL,
      seller_id uuid NOT NULL,
      is_published boolean NOT NULL DEFAULT false,
      -- The last part of its address.
      address text NOT NULL CHECK (address ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(address) BETWEEN 3 AND 40),
      -- Empty for the seller's name.
      title text NOT NULL DEFAULT '',
      about text NOT NULL DEFAULT '',
      color_primary text CHECK (color_primary ~ '^#[0-9a-fA-F]{6}$'),
      -- In their order on the page. A product that is not sold any more is left out there.
      product_ids uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(product_ids) <= 200),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (seller_id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE UNIQUE INDEX store_address ON store (address, platform_id);
    ${tenancy('store', { app: 'SELECT, INSERT, UPDATE' })}
    CREATE POLICY erasing ON store TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT, DELETE ON store TO feira_privacy;
    COMMENT ON TABLE store IS 'One for each seller who shows products on a public page';
  `);
}
