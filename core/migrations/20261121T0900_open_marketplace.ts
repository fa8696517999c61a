import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

const CURRENT_PLATFORM = `nullif(current_setting('app.platform_id', true), '')::uuid`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A provider package that a master installed, for the own platform and those it operates. Its bytes stand here, so that
    -- every node has them.
    CREATE TABLE provider_package (
      platform_id uuid NOT NULL REFERENCES platform,
      provider text NOT NULL,
      version text NOT NULL,
      -- sha256 of the tarball: 'sha256:' and 64 hexadecimal digits.
      digest text NOT NULL,
      content bytea NOT NULL,
      manifest jsonb NOT NULL,
      -- Capabilities that the manifest declares and nothing proves.
      switched_off text[] NOT NULL DEFAULT '{}',
      report jsonb,
      readme text,
      changelog text,
      source text NOT NULL CHECK (source IN ('upload', 'registry')),
      -- Fingerprint of the key that signed it; null where nobody did.
      publisher text,
      installed_by uuid,
      installed_by_name text NOT NULL,
      installed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, provider, version)
    );

    -- Whose signatures an operator believes.
    CREATE TABLE package_publisher (
      platform_id uuid NOT NULL REFERENCES platform,
      -- sha256 of the key, in base64url.
      fingerprint text NOT NULL,
      name text NOT NULL,
      -- ed25519, SPKI DER in base64.
      public_key text NOT NULL,
      added_by_name text NOT NULL,
      added_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, fingerprint)
    );
    CREATE TABLE package_policy (
      platform_id uuid PRIMARY KEY REFERENCES platform,
      requires_signature boolean NOT NULL DEFAULT false,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- Processes of the core. One that has not been seen for a while does not count.
    CREATE TABLE node (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now()
    );
    -- What each node can serve. The key is 'core:<provider>@<version>', or the installing platform's id in place of 'core'.
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

    -- Another encryption key wraps the data keys anew.
    GRANT UPDATE (wrapped_key) ON platform_key TO feira_app;

    -- Declared in the configuration file under this name; the pages only show it then.
    ALTER TABLE provider_connection ADD COLUMN managed_name text;
    -- The platform second: a look-up by the whole key must not take this one where tables are still empty.
    CREATE UNIQUE INDEX provider_connection_managed ON provider_connection (managed_name, platform_id);
    -- minAmount, maxAmount, dailyAmount: cents.
    ALTER TABLE provider_connection ADD COLUMN limits jsonb NOT NULL DEFAULT '{}';
    -- subject, issuer, serialNumber, validFrom, validTo, fingerprint of an uploaded certificate; nothing secret.
    ALTER TABLE provider_credential ADD COLUMN certificate jsonb;
    -- The nearest number of days before expiry that people were told of.
    ALTER TABLE provider_credential ADD COLUMN alerted_days integer;
    GRANT DELETE ON provider_connection TO feira_app;
    -- What was said about no payment goes with its connection; payments keep theirs from going.
    ALTER TABLE provider_exchange DROP CONSTRAINT provider_exchange_platform_id_connection_id_fkey,
      ADD FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id) ON DELETE CASCADE;
    ALTER TABLE webhook DROP CONSTRAINT webhook_platform_id_connection_id_fkey,
      ADD FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id) ON DELETE CASCADE;
    CREATE POLICY every_platform ON provider_credential TO feira_jobs USING (true) WITH CHECK (true);
    GRANT SELECT (platform_id, connection_id, name, certificate, alerted_days), UPDATE (alerted_days) ON provider_credential TO feira_jobs;

    -- Which connection serves a method: the lowest priority number first, among equals by weight.
    CREATE TABLE payment_route (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      method text NOT NULL CHECK (method IN ('PIX', 'CREDIT_CARD', 'BILLET')),
      connection_id uuid NOT NULL,
      priority integer NOT NULL CHECK (priority BETWEEN 1 AND 1000),
      weight integer NOT NULL DEFAULT 100 CHECK (weight BETWEEN 1 AND 1000),
      -- minAmount, maxAmount (cents), minInstallments, maxInstallments, cardBrands, offerIds.
      conditions jsonb NOT NULL DEFAULT '{}',
      is_enabled boolean NOT NULL DEFAULT true,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id)
    );
    CREATE INDEX payment_route_connection ON payment_route (connection_id);
    -- A policy hides rows from the owner of a table, too.
    ALTER TABLE provider_connection NO FORCE ROW LEVEL SECURITY;
    INSERT INTO payment_route (platform_id, id, method, connection_id, priority)
      SELECT platform_id, gen_random_uuid(), method, id, least(greatest(priority, 1), 1000)
      FROM provider_connection, unnest(methods) AS method;
    ALTER TABLE provider_connection FORCE ROW LEVEL SECURITY;
    ALTER TABLE provider_connection DROP COLUMN priority;

    -- A connection that failed too often rests until then. No row: it serves.
    CREATE TABLE connection_circuit (
      platform_id uuid NOT NULL,
      connection_id uuid NOT NULL,
      opened_at timestamptz NOT NULL DEFAULT now(),
      open_until timestamptz NOT NULL,
      -- How often it was opened without a success between; each time it rests longer.
      times integer NOT NULL DEFAULT 1,
      reason text NOT NULL,
      PRIMARY KEY (platform_id, connection_id),
      FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id) ON DELETE CASCADE
    );

    -- Why this connection and this version, and which others were passed over.
    ALTER TABLE payment_attempt ADD COLUMN routing jsonb;
    -- The payment's, so that lists and sums by method need not read every payment.
    ALTER TABLE payment_attempt ADD COLUMN method text CHECK (method IN ('PIX', 'CREDIT_CARD', 'BILLET'));
    ALTER TABLE payment_attempt NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE payment NO FORCE ROW LEVEL SECURITY;
    UPDATE payment_attempt a SET method = p.method FROM payment p WHERE p.platform_id = a.platform_id AND p.id = a.payment_id;
    ALTER TABLE payment FORCE ROW LEVEL SECURITY;
    ALTER TABLE payment_attempt FORCE ROW LEVEL SECURITY;
    ALTER TABLE payment_attempt ALTER COLUMN method SET NOT NULL;
    -- Lists of one method or of all three, which are merged.
    -- Not by its platform first: plans made while the table is empty would read a whole platform for one attempt.
    CREATE INDEX payment_attempt_page ON payment_attempt (method, platform_id, created_at DESC, id DESC);
    CREATE INDEX payment_attempt_connection ON payment_attempt (connection_id, created_at DESC, id DESC);

    -- What became of attempts, by hour: those of the last days are counted from the attempts themselves.
    CREATE TABLE connection_hour (
      platform_id uuid NOT NULL,
      connection_id uuid NOT NULL,
      method text NOT NULL,
      hour timestamptz NOT NULL,
      attempts integer NOT NULL,
      approved integer NOT NULL,
      waiting integer NOT NULL,
      refused integer NOT NULL,
      failed integer NOT NULL,
      unknown integer NOT NULL,
      PRIMARY KEY (platform_id, hour, connection_id, method),
      FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id) ON DELETE CASCADE
    );
    CREATE INDEX connection_hour_connection ON connection_hour (connection_id);
    CREATE POLICY every_platform ON payment_attempt TO feira_jobs USING (true) WITH CHECK (true);
    GRANT SELECT ON payment_attempt TO feira_jobs;

    -- A connection on its way to another version of its provider.
    CREATE TABLE connection_rollout (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      connection_id uuid NOT NULL,
      from_version text NOT NULL,
      to_version text NOT NULL,
      -- Percent of new payments that go through to_version while CANARY.
      share integer NOT NULL CHECK (share BETWEEN 1 AND 100),
      -- PREPARING: not every node has it yet; nothing goes through it.
      state text NOT NULL DEFAULT 'PREPARING' CHECK (state IN ('PREPARING', 'CANARY', 'PROMOTED', 'ROLLED_BACK')),
      reason text,
      started_by_name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      canary_at timestamptz,
      ended_at timestamptz,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX connection_rollout_open ON connection_rollout (platform_id, connection_id) WHERE ended_at IS NULL;
    CREATE INDEX connection_rollout_connection ON connection_rollout (connection_id, created_at DESC);

    -- The operation an exchange was part of, and what the other side said was wrong, without secrets.
    ALTER TABLE provider_exchange ADD COLUMN operation text;
    ALTER TABLE provider_exchange ADD COLUMN reason text;
    -- The few that went wrong, for the health of a connection.
    CREATE INDEX provider_exchange_trouble ON provider_exchange (connection_id, started_at DESC) WHERE outcome <> 'OK';
    -- Short enough to stand in an index, where a search over a month reads nothing else.
    ALTER TABLE provider_exchange ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (lower(
      left(path, 300) || E'\\n' || coalesce(left(error_code, 40), '') || E'\\n' || coalesce(left(operation, 40), '') || E'\\n' ||
      coalesce(left(reason, 100), ''))) STORED;
    CREATE INDEX provider_exchange_started ON provider_exchange (platform_id, started_at DESC, id DESC)
      INCLUDE (search_text, payment_id, connection_id);
    -- Few, and what people look for.
    CREATE INDEX provider_exchange_failed ON provider_exchange (platform_id, started_at DESC, id DESC) WHERE outcome <> 'OK';
    CREATE POLICY every_platform ON provider_exchange TO feira_jobs USING (true) WITH CHECK (true);
    GRANT SELECT, DELETE ON provider_exchange TO feira_jobs;

    ALTER TABLE webhook ADD COLUMN replays smallint NOT NULL DEFAULT 0;
    -- Set while a node works on the event.
    ALTER TABLE webhook ADD COLUMN claimed_until timestamptz;
    -- Ids and names of events in its body, without documents and e-mails; empty for events of before.
    ALTER TABLE webhook ADD COLUMN search_text text NOT NULL DEFAULT '';
    CREATE INDEX webhook_received ON webhook (platform_id, received_at DESC, id DESC)
      INCLUDE (search_text, state, payment_id, connection_id);
    CREATE INDEX webhook_connection ON webhook (connection_id, received_at DESC, id DESC);
    CREATE INDEX webhook_unprocessed ON webhook (platform_id, state, received_at DESC, id DESC)
      WHERE state IN ('IGNORED', 'PARKED');
    GRANT DELETE, UPDATE (claimed_until) ON webhook TO feira_jobs;

    CREATE FUNCTION announce_package() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_packages', '');
        RETURN NULL;
      END $$;
    CREATE TRIGGER announce_package AFTER INSERT OR DELETE ON provider_package
      FOR EACH STATEMENT EXECUTE FUNCTION announce_package();
  `);
  for (const table of ['payment_route', 'connection_circuit', 'connection_rollout']) {
    await knex.raw(
      `CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION announce_change()`,
    );
  }
  await enableTenancy(knex, 'provider_package', { app: 'SELECT, INSERT, DELETE', jobs: 'SELECT' });
  await knex.raw(`
    CREATE POLICY operators_package ON provider_package FOR SELECT TO feira_app
      USING (platform_id = (SELECT operator_id FROM platform WHERE platform.platform_id = ${CURRENT_PLATFORM}));
  `);
  await enableTenancy(knex, 'package_publisher', { app: 'SELECT, INSERT, DELETE' });
  await enableTenancy(knex, 'package_policy', { app: 'SELECT, INSERT, UPDATE' });
  await enableTenancy(knex, 'payment_route', { app: 'SELECT, INSERT, UPDATE, DELETE' });
  await enableTenancy(knex, 'connection_circuit', { app: 'SELECT, INSERT, UPDATE, DELETE' });
  await enableTenancy(knex, 'connection_hour', { app: 'SELECT', jobs: 'SELECT, INSERT, DELETE' });
  await enableTenancy(knex, 'connection_rollout', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' });
}
