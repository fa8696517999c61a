import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE provider_connection (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      provider text NOT NULL,
      version text NOT NULL,
      environment text NOT NULL CHECK (environment IN ('production', 'sandbox', 'simulator')),
      name text NOT NULL,
      status text NOT NULL DEFAULT 'ENABLED' CHECK (status IN ('ENABLED', 'DISABLED')),
      methods text[] NOT NULL,
      -- Lower is asked first.
      priority integer NOT NULL DEFAULT 100,
      settings jsonb NOT NULL DEFAULT '{}',
      -- Where a simulator outside this process listens; null plays it in process. Real environments never have one.
      base_urls jsonb CHECK (base_urls IS NULL OR environment = 'simulator'),
      -- When to make sure again that the provider knows our webhook address.
      webhook_check_at timestamptz DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, id),
      CHECK (methods <@ ARRAY['PIX', 'CREDIT_CARD', 'BILLET'])
    );

    -- The seller's choice of provider for one offer; null leaves it to the platform's priorities.
    ALTER TABLE offer ADD COLUMN connection_id uuid;
    ALTER TABLE offer ADD FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id);
    CREATE INDEX provider_connection_check ON provider_connection (webhook_check_at) WHERE webhook_check_at IS NOT NULL;

    -- One row a secret: a copied row opens neither under another name nor on another connection.
    CREATE TABLE provider_credential (
      platform_id uuid NOT NULL REFERENCES platform,
      connection_id uuid NOT NULL,
      name text NOT NULL,
      key_version integer NOT NULL,
      sealed bytea NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, connection_id, name),
      FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id),
      FOREIGN KEY (platform_id, key_version) REFERENCES platform_key (platform_id, version)
    );

    -- The address a provider calls. Read before a platform is known; the token is 128 random bits.
    CREATE TABLE webhook_endpoint (
      token text PRIMARY KEY,
      platform_id uuid NOT NULL,
      connection_id uuid NOT NULL,
      FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id)
    );
    CREATE UNIQUE INDEX webhook_endpoint_connection ON webhook_endpoint (platform_id, connection_id);
    GRANT SELECT ON webhook_endpoint TO feira_app, feira_jobs;
    GRANT INSERT, DELETE ON webhook_endpoint TO feira_app;
  `);
  await enableTenancy(knex, 'provider_connection', {
    app: 'SELECT, INSERT, UPDATE',
    jobs: 'SELECT, UPDATE (webhook_check_at)',
  });
  await enableTenancy(knex, 'provider_credential', { app: 'SELECT, INSERT, UPDATE, DELETE' });
}
