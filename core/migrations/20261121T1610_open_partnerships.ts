import type { Knex } from 'knex';

/** What a product offers to affiliates, and what lists of partners are found by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE product NO FORCE ROW LEVEL SECURITY;
    -- Strangers find it and may ask to sell it.
    ALTER TABLE product ADD COLUMN affiliation_open boolean NOT NULL DEFAULT false,
      -- Of what the platform's fee leaves, for who becomes an affiliate now; who is one already keeps theirs.
      ADD COLUMN affiliate_basis_points integer NOT NULL DEFAULT 1000 CHECK (affiliate_basis_points BETWEEN 1 AND 9000),
      -- Who asks is an affiliate at once.
      ADD COLUMN affiliation_automatic boolean NOT NULL DEFAULT false;
    ALTER TABLE product FORCE ROW LEVEL SECURITY;
    CREATE INDEX product_seller ON product (seller_id, created_at DESC, id DESC);
    CREATE INDEX product_affiliation_open ON product (affiliation_open, platform_id, created_at DESC, id DESC) WHERE affiliation_open;

    ALTER TABLE affiliation NO FORCE ROW LEVEL SECURITY;
    -- Whom a seller has sent away does not come back by themselves.
    ALTER TABLE affiliation ADD COLUMN ended_as text CHECK (ended_as IN ('seller', 'affiliate'));
    ALTER TABLE affiliation FORCE ROW LEVEL SECURITY;
    CREATE INDEX affiliation_product ON affiliation (product_id, status, created_at DESC, id DESC);

    -- Somebody has one offer of a product before them at most.
    CREATE UNIQUE INDEX co_production_offered ON co_production (product_id, person_id, platform_id) WHERE status = 'OFFERED';
  `);
}
