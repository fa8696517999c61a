import type { Knex } from 'knex';
import { announceChanges, tenancy } from './tenancy.ts';

/**
 * Creates drafts, published versions and tests of checkouts. Nodes of the version before serve the published settings, which stay in the
 * offer, and leave the two columns of a sale empty.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE checkout_draft (
      platform_id uuid NOT NULL,
      offer_id uuid NOT NULL,
      config jsonb NOT NULL,
      version integer NOT NULL DEFAULT 1,
      saved_by uuid NOT NULL,
      saved_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (offer_id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id) ON DELETE CASCADE
    );
    ${tenancy('checkout_draft', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT' })}

    CREATE TABLE checkout_version (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      offer_id uuid NOT NULL,
      -- Counts the versions of an offer from 1.
      number integer NOT NULL CHECK (number > 0),
      config jsonb NOT NULL,
      -- Null for settings from before there were versions.
      published_by uuid,
      published_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE (offer_id, number, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id) ON DELETE CASCADE
    );
    ${tenancy('checkout_version', { app: 'SELECT, INSERT, DELETE', jobs: 'SELECT' })}

    CREATE TABLE checkout_test (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      offer_id uuid NOT NULL,
      version_a_id uuid NOT NULL,
      version_b_id uuid NOT NULL,
      -- The percentage of visitors who see version B.
      share_b smallint NOT NULL CHECK (share_b BETWEEN 1 AND 99),
      started_by uuid NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz,
      -- The version that was published at the end.
      winner text CHECK (winner IN ('A', 'B')),
      CHECK ((ended_at IS NULL) = (winner IS NULL)),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id) ON DELETE CASCADE,
      FOREIGN KEY (version_a_id, platform_id) REFERENCES checkout_version (id, platform_id) ON DELETE CASCADE,
      FOREIGN KEY (version_b_id, platform_id) REFERENCES checkout_version (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX checkout_test_offer ON checkout_test (offer_id, started_at);
    CREATE UNIQUE INDEX checkout_test_running ON checkout_test (offer_id, platform_id) WHERE ended_at IS NULL;
    CREATE INDEX checkout_test_version_a ON checkout_test (version_a_id, platform_id);
    CREATE INDEX checkout_test_version_b ON checkout_test (version_b_id, platform_id);
    ${tenancy('checkout_test', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT' })}
    ${announceChanges('checkout_test')}

    -- Apart from its test, because a changed test empties the caches of all nodes.
    CREATE TABLE checkout_test_visits (
      platform_id uuid NOT NULL,
      test_id uuid NOT NULL,
      variant text NOT NULL CHECK (variant IN ('A', 'B')),
      visits integer NOT NULL,
      PRIMARY KEY (test_id, variant, platform_id),
      FOREIGN KEY (test_id, platform_id) REFERENCES checkout_test (id, platform_id) ON DELETE CASCADE
    );
    ${tenancy('checkout_test_visits', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT' })}

    ALTER TABLE offer ADD COLUMN checkout_version_id uuid;
    ALTER TABLE sale ADD COLUMN checkout_version_id uuid, ADD COLUMN checkout_test_id uuid;
    COMMENT ON COLUMN offer.checkout_version_id IS 'The published version, whose settings are in checkout_builder_config; null before the first one';
    COMMENT ON COLUMN sale.checkout_version_id IS 'The version of the checkout that the buyer saw';
    COMMENT ON COLUMN sale.checkout_test_id IS 'The test that showed it to this visitor, while it ran'`);
}
