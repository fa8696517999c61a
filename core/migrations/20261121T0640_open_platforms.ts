import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

const CURRENT_PLATFORM = `nullif(current_setting('app.platform_id', true), '')::uuid`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The platform whose masters run this one; null for one that runs itself.
    ALTER TABLE platform ADD COLUMN operator_id uuid REFERENCES platform;
    CREATE INDEX platform_operator ON platform (operator_id);
    -- An operator sees that a platform exists; to read or change what is in it, the transaction is set to that platform.
    CREATE POLICY operated_platform ON platform FOR SELECT TO feira_app USING (operator_id = ${CURRENT_PLATFORM});

    ALTER TABLE platform_domain ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
    CREATE INDEX platform_domain_platform ON platform_domain (platform_id);
    -- Every node looks up every host, but a platform gives and takes only its own.
    ALTER TABLE platform_domain ENABLE ROW LEVEL SECURITY;
    ALTER TABLE platform_domain FORCE ROW LEVEL SECURITY;
    CREATE POLICY every_host ON platform_domain FOR SELECT TO feira_app, feira_jobs USING (true);
    CREATE POLICY own_host_in ON platform_domain FOR INSERT TO feira_app WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    CREATE POLICY own_host_out ON platform_domain FOR DELETE TO feira_app USING (platform_id = ${CURRENT_PLATFORM});

    -- A host that a platform says is its own, until a DNS record proves it. Two may claim one host; the one that proves it gets it.
    CREATE TABLE domain_claim (
      platform_id uuid NOT NULL REFERENCES platform,
      host text NOT NULL CHECK (host = lower(host)),
      -- What the TXT record has to say.
      token text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When the record was last looked for: asking DNS has a limit that all nodes share.
      checked_at timestamptz,
      PRIMARY KEY (platform_id, host)
    );

    -- Nodes remember which platform a host leads to, and where people reach a platform: a change tells all of them at commit.
    CREATE FUNCTION announce_host() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_cache', 'hosts');
        RETURN NULL;
      END $$;
    CREATE TRIGGER announce_host AFTER INSERT OR UPDATE OR DELETE ON platform_domain
      FOR EACH ROW EXECUTE FUNCTION announce_host();
  `);
  await enableTenancy(knex, 'domain_claim', { app: 'SELECT, INSERT, DELETE, UPDATE (checked_at)' });
}
