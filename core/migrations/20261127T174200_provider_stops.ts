import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Creates the stops of providers: a master ends new payments through a provider, or a version of it, on all platforms at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A stop counts for the platform whose master made it, and for every platform that it operates. Grows by hand; kept.
    CREATE TABLE provider_stop (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      provider text NOT NULL,
      -- Null stops every version.
      version text,
      reason text NOT NULL,
      stopped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      -- Names are copied: the list tells what was true then.
      stopped_by text NOT NULL,
      lifted_at timestamptz,
      lifted_by text,
      PRIMARY KEY (id, platform_id),
      CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
    );
    CREATE UNIQUE INDEX provider_stop_open ON provider_stop (provider, version, platform_id) NULLS NOT DISTINCT WHERE lifted_at IS NULL;
    CREATE INDEX provider_stop_page ON provider_stop (stopped_at DESC, id DESC, platform_id);
    ${tenancy('provider_stop', { app: 'SELECT, INSERT, UPDATE (lifted_at, lifted_by)' })}
    -- The stops of its operator are a platform's to read, and nobody's to change there.
    CREATE POLICY of_operator ON provider_stop FOR SELECT TO feira_app
      USING (platform_id = (SELECT operator_id FROM platform p WHERE p.platform_id = ${CURRENT_PLATFORM}));

    -- It concerns several platforms, which one announcement cannot name: nodes drop what they keep of all.
    CREATE FUNCTION announce_stop() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_cache_all', '');
        RETURN NULL;
      END $$;
    CREATE TRIGGER announce_stop AFTER INSERT OR UPDATE ON provider_stop FOR EACH ROW EXECUTE FUNCTION announce_stop();
  `);
}
