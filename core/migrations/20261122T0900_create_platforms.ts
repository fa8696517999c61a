import type { Knex } from 'knex';
import { announceChanges, CREATE_ROLES, CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Creates the tables of tenants, of the hosts they are reached under, and of the processes that serve them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${CREATE_ROLES}

    -- The text that searches compare: without capitals and accents. It is kept with each row, because row security lets no
    -- index serve LIKE, and comparing prepared text is several times faster than ILIKE.
    CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN lower(translate(value,
      'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnAAAAAEEEEIIIIOOOOOUUUUCN'));

    -- See announceChanges in tenancy.ts.
    CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_cache', coalesce(NEW.platform_id, OLD.platform_id)::text);
        RETURN NULL;
      END $$;

    -- A row for each tenant. Grows by hand; platforms are disabled and never deleted.
    CREATE TABLE platform (
      platform_id uuid PRIMARY KEY,
      -- The platform whose masters run this one; null for one that runs itself.
      operator_id uuid REFERENCES platform,
      name text NOT NULL,
      status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
      settings jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON COLUMN platform.settings IS 'schemas/src/platform.ts platformSettingsSchema';
    CREATE INDEX platform_operator ON platform (operator_id);
    ${tenancy('platform', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' })}
    -- An operator sees that a platform exists; to read or change what is in it, the transaction is set to that platform.
    CREATE POLICY operated_platform ON platform FOR SELECT TO feira_app USING (operator_id = ${CURRENT_PLATFORM});
    ${announceChanges('platform')}

    -- The data keys of a platform, each wrapped by the nodes' encryption key. Grows by one with each rotation.
    CREATE TABLE platform_key (
      platform_id uuid NOT NULL REFERENCES platform,
      version integer NOT NULL,
      wrapped_key bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, version)
    );
    -- A new encryption key wraps the data keys again.
    ${tenancy('platform_key', { app: 'SELECT, INSERT, UPDATE (wrapped_key)' })}
    ${announceChanges('platform_key')}

    -- The hosts that lead to a platform; a few for each. Every node looks up every host before it knows the platform, and a
    -- host name is public anyway, but a platform adds and deletes only its own.
    CREATE TABLE platform_domain (
      host text PRIMARY KEY CHECK (host = lower(host)),
      platform_id uuid NOT NULL REFERENCES platform,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX platform_domain_platform ON platform_domain (platform_id);
    ALTER TABLE platform_domain ENABLE ROW LEVEL SECURITY;
    ALTER TABLE platform_domain FORCE ROW LEVEL SECURITY;
    CREATE POLICY every_host ON platform_domain FOR SELECT TO feira_app, feira_jobs USING (true);
    CREATE POLICY own_host_in ON platform_domain FOR INSERT TO feira_app WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    CREATE POLICY own_host_out ON platform_domain FOR DELETE TO feira_app USING (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT ON platform_domain TO feira_app, feira_jobs;
    GRANT INSERT, DELETE ON platform_domain TO feira_app;
    -- Nodes remember which platform a host leads to, and where people reach a platform: a change tells all of them at commit.
    CREATE FUNCTION announce_host() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_cache', 'hosts');
        RETURN NULL;
      END $$;
    CREATE TRIGGER announce_host AFTER INSERT OR UPDATE OR DELETE ON platform_domain
      FOR EACH ROW EXECUTE FUNCTION announce_host();

    -- A host that a platform says is its own, until a DNS record proves it. Two platforms may claim one host; the one that
    -- proves it gets it, and its claim is deleted.
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
    ${tenancy('domain_claim', { app: 'SELECT, INSERT, DELETE, UPDATE (checked_at)' })}

    -- Processes of the core. One that has not been seen for a while does not count, and later any node that starts deletes it.
    CREATE TABLE node (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now()
    );
    -- The provider packages that each node can serve; deleted with the node. The key is 'core:<provider>@<version>', or the
    -- installing platform's id in place of 'core'.
    CREATE TABLE node_package (
      node_id uuid NOT NULL REFERENCES node ON DELETE CASCADE,
      package_key text NOT NULL,
      state text NOT NULL CHECK (state IN ('HEALTHY', 'FAILED')),
      reason text,
      checked_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (node_id, package_key)
    );
    GRANT SELECT, INSERT, UPDATE, DELETE ON node, node_package TO feira_jobs;
    GRANT SELECT ON node, node_package TO feira_app;
  `);
}
