import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Creates the customers of sellers, whom a trigger notes with their first sale or subscription. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One for each seller and e-mail address of a buyer.
    CREATE TABLE customer (
      platform_id uuid NOT NULL,
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      seller_id uuid NOT NULL,
      -- In small letters.
      email text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE UNIQUE INDEX customer_email ON customer (email, seller_id, platform_id);
    CREATE INDEX customer_page ON customer (seller_id, created_at DESC, id DESC);
    COMMENT ON TABLE customer IS 'Grows with people who order, one for each seller; deleted when its person is erased';
    ${tenancy('customer', { app: 'SELECT, INSERT, DELETE' })}
    CREATE POLICY erasing ON customer TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT, DELETE ON customer TO feira_privacy;

    -- In order, so that two purchases never wait for each other.
    CREATE FUNCTION note_customers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO customer (platform_id, seller_id, email, created_at)
      SELECT platform_id, seller_id, lower(buyer_email), min(created_at) FROM added
      WHERE buyer_email NOT LIKE '%@erased.invalid'
      GROUP BY platform_id, seller_id, lower(buyer_email) ORDER BY 3, 2
      ON CONFLICT (email, seller_id, platform_id) DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_customers AFTER INSERT ON sale REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION note_customers();
    CREATE TRIGGER note_customers AFTER INSERT ON subscription REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION note_customers();
  `);
}
