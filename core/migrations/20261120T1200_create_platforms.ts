import type { Knex } from 'knex';
import { createRoles, enableTenancy } from './tenancy.ts';

export async function up(knex: Knex): Promise<void> {
  await createRoles(knex);
  await knex.raw(`
    CREATE TABLE platform (
      platform_id uuid PRIMARY KEY,
      name text NOT NULL,
      status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
      settings jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON COLUMN platform.settings IS 'schemas/src/platform.ts platformSettingsSchema';

    -- Read before a platform is known, therefore without row security: a host name is public anyway.
    CREATE TABLE platform_domain (
      host text PRIMARY KEY CHECK (host = lower(host)),
      platform_id uuid NOT NULL REFERENCES platform
    );
    GRANT SELECT ON platform_domain TO feira_app, feira_jobs;
    GRANT INSERT, DELETE ON platform_domain TO feira_app;

    -- One data key a platform, wrapped by the node's encryption key.
    CREATE TABLE platform_key (
      platform_id uuid NOT NULL REFERENCES platform,
      version integer NOT NULL,
      wrapped_key bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, version)
    );

    CREATE TABLE person (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      name text NOT NULL,
      email text NOT NULL,
      status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, id),
      UNIQUE (platform_id, email)
    );
  `);
  await enableTenancy(knex, 'platform', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' });
  await enableTenancy(knex, 'platform_key', { app: 'SELECT, INSERT' });
  await enableTenancy(knex, 'person', { app: 'SELECT, INSERT, UPDATE' });
}
