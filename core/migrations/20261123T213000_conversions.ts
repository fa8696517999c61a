import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the tokens with which the server reports to advertising networks, and the queue of what it reports. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE pixel_token (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      -- Null for the pixels of the platform itself.
      product_id uuid,
      network text NOT NULL CHECK (network IN ('facebook', 'tiktok', 'kwai', 'googleAnalytics')),
      pixel_id text NOT NULL,
      key_version integer NOT NULL,
      sealed bytea NOT NULL,
      saved_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE NULLS NOT DISTINCT (product_id, network, pixel_id, platform_id),
      FOREIGN KEY (product_id, platform_id) REFERENCES product (id, platform_id) ON DELETE CASCADE
    );
    ${tenancy('pixel_token', { app: 'SELECT, INSERT, UPDATE (key_version, sealed, saved_at), DELETE' })}
    COMMENT ON TABLE pixel_token IS 'One for each pixel whose purchases the server reports too';

    CREATE TABLE conversion (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      -- Null for a test.
      sale_id uuid,
      -- The product whose token is used; null for the platform's.
      product_id uuid,
      event text NOT NULL CHECK (event IN ('Purchase', 'Refund', 'Test')),
      -- The cents that had gone back in all when a refund was noticed: each refund of a sale is one row.
      refunded bigint NOT NULL DEFAULT 0,
      value bigint NOT NULL,
      currency text NOT NULL,
      network text NOT NULL,
      pixel_id text NOT NULL,
      test_code text,
      happened_at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'FAILED', 'DROPPED')),
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      problem text,
      -- What the network said to it, shortened and without the token.
      answer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE (sale_id, event, refunded, network, pixel_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id),
      FOREIGN KEY (product_id, platform_id) REFERENCES product (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX conversion_due ON conversion (due_at) WHERE state = 'WAITING';
    CREATE INDEX conversion_age ON conversion (created_at);
    CREATE INDEX conversion_page ON conversion (product_id, platform_id, id);
    ${tenancy('conversion', {
      app: 'SELECT, INSERT, UPDATE (state, attempts, due_at, problem, answer)',
      jobs: 'SELECT, UPDATE (attempts, due_at), DELETE',
    })}
    COMMENT ON TABLE conversion IS 'One for each event and pixel that the server reports to'`);
}
