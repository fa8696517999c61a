import type { Knex } from 'knex';
import { announceChanges, CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Creates the tables of provider packages, of platforms' connections to providers, and of the requests and webhooks on them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A provider package that a master installed, for the own platform and those it operates. Its bytes stand here, so that
    -- every node has them. Grows by hand and is deleted by hand.
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
    ${tenancy('provider_package', { app: 'SELECT, INSERT, DELETE', jobs: 'SELECT' })}
    CREATE POLICY operators_package ON provider_package FOR SELECT TO feira_app
      USING (platform_id = (SELECT operator_id FROM platform WHERE platform.platform_id = ${CURRENT_PLATFORM}));
    CREATE FUNCTION announce_package() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_packages', '');
        RETURN NULL;
      END $$;
    CREATE TRIGGER announce_package AFTER INSERT OR DELETE ON provider_package
      FOR EACH STATEMENT EXECUTE FUNCTION announce_package();

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
    ${tenancy('package_publisher', { app: 'SELECT, INSERT, DELETE' })}
    CREATE TABLE package_policy (
      platform_id uuid PRIMARY KEY REFERENCES platform,
      requires_signature boolean NOT NULL DEFAULT false,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    ${tenancy('package_policy', { app: 'SELECT, INSERT, UPDATE' })}

    -- A platform's account at a provider; a few for each platform, deleted by hand as long as no payment used it.
    CREATE TABLE provider_connection (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      provider text NOT NULL,
      version text NOT NULL,
      environment text NOT NULL CHECK (environment IN ('production', 'sandbox', 'simulator')),
      name text NOT NULL,
      -- Declared in the configuration file under this name; the pages only show it then.
      managed_name text,
      status text NOT NULL DEFAULT 'ENABLED' CHECK (status IN ('ENABLED', 'DISABLED')),
      methods text[] NOT NULL,
      settings jsonb NOT NULL DEFAULT '{}',
      -- minAmount, maxAmount, dailyAmount: cents.
      limits jsonb NOT NULL DEFAULT '{}',
      -- What the provider keeps of a charge, as the owner of the connection agreed with it. Shape: schemas/src/procedures/fees.ts
      costs jsonb NOT NULL DEFAULT '{}',
      -- Where a simulator outside this process listens; null plays it in process. Real environments never have one.
      base_urls jsonb CHECK (base_urls IS NULL OR environment = 'simulator'),
      -- When to make sure again that the provider knows our webhook address.
      webhook_check_at timestamptz DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, id),
      CHECK (methods <@ ARRAY['PIX', 'CREDIT_CARD', 'BILLET'])
    );
    CREATE UNIQUE INDEX provider_connection_managed ON provider_connection (managed_name, platform_id);
    CREATE INDEX provider_connection_check ON provider_connection (webhook_check_at) WHERE webhook_check_at IS NOT NULL;
    ${tenancy('provider_connection', {
      app: 'SELECT, INSERT, UPDATE, DELETE',
      jobs: 'SELECT, UPDATE (webhook_check_at)',
    })}
    ${announceChanges('provider_connection')}

    -- One row for each secret: a copied row opens neither under another name nor on another connection.
    CREATE TABLE provider_credential (
      platform_id uuid NOT NULL REFERENCES platform,
      connection_id uuid NOT NULL,
      name text NOT NULL,
      key_version integer NOT NULL,
      sealed bytea NOT NULL,
      -- subject, issuer, serialNumber, validFrom, validTo, fingerprint of an uploaded certificate; nothing secret.
      certificate jsonb,
      -- The nearest number of days before expiry that people were told of.
      alerted_days integer,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, connection_id, name),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id),
      FOREIGN KEY (key_version, platform_id) REFERENCES platform_key (version, platform_id)
    );
    ${tenancy('provider_credential', {
      app: 'SELECT, INSERT, UPDATE, DELETE',
      jobs: 'SELECT (platform_id, connection_id, name, certificate, alerted_days), UPDATE (alerted_days)',
    })}
    ${announceChanges('provider_credential')}

    -- The address a provider calls; one for each connection. Read before a platform is known; the token is 128 random bits.
    CREATE TABLE webhook_endpoint (
      token text PRIMARY KEY,
      platform_id uuid NOT NULL,
      connection_id uuid NOT NULL,
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id)
    );
    CREATE UNIQUE INDEX webhook_endpoint_connection ON webhook_endpoint (platform_id, connection_id);
    GRANT SELECT ON webhook_endpoint TO feira_app, feira_jobs;
    GRANT INSERT, DELETE ON webhook_endpoint TO feira_app;

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
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id)
    );
    CREATE INDEX payment_route_connection ON payment_route (connection_id);
    ${tenancy('payment_route', { app: 'SELECT, INSERT, UPDATE, DELETE' })}
    ${announceChanges('payment_route')}

    -- A connection that failed too often rests until then. Without a row it serves.
    CREATE TABLE connection_circuit (
      platform_id uuid NOT NULL,
      connection_id uuid NOT NULL,
      opened_at timestamptz NOT NULL DEFAULT now(),
      open_until timestamptz NOT NULL,
      -- How often it was opened without a success between; each time it rests longer.
      times integer NOT NULL DEFAULT 1,
      reason text NOT NULL,
      PRIMARY KEY (platform_id, connection_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id) ON DELETE CASCADE
    );
    ${tenancy('connection_circuit', { app: 'SELECT, INSERT, UPDATE, DELETE' })}
    ${announceChanges('connection_circuit')}

    -- A connection on its way to another version of its provider. Grows by hand; deleted with its connection.
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
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX connection_rollout_open ON connection_rollout (platform_id, connection_id) WHERE ended_at IS NULL;
    CREATE INDEX connection_rollout_connection ON connection_rollout (connection_id, created_at DESC);
    ${tenancy('connection_rollout', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' })}
    ${announceChanges('connection_rollout')}

    -- What became of attempts, by hour: those of the last days are counted from the attempts themselves. Whoever counts the
    -- hours deletes those older than a month.
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
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX connection_hour_connection ON connection_hour (connection_id);
    ${tenancy('connection_hour', { app: 'SELECT', jobs: 'SELECT, INSERT, DELETE' })}

    -- Every call to a provider, without its contents. Grows with every purchase; system.housekeeping deletes it after
    -- LOG_DAYS. What was said about no payment goes with its connection; payments keep theirs from going.
    CREATE TABLE provider_exchange (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      connection_id uuid NOT NULL,
      payment_id uuid,
      -- The operation it was part of.
      operation text,
      method text NOT NULL,
      host text NOT NULL,
      path text NOT NULL,
      status smallint,
      outcome text NOT NULL,
      error_code text,
      -- What the other side said was wrong, without secrets.
      reason text,
      duration_ms integer NOT NULL,
      started_at timestamptz NOT NULL,
      -- Short enough to stand in an index, where a search over a month reads nothing else.
      search_text text NOT NULL GENERATED ALWAYS AS (lower(
        left(path, 300) || E'\\n' || coalesce(left(error_code, 40), '') || E'\\n' || coalesce(left(operation, 40), '') || E'\\n' ||
        coalesce(left(reason, 100), ''))) STORED,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX provider_exchange_connection ON provider_exchange (connection_id, started_at DESC);
    -- The few that went wrong, for the health of a connection.
    CREATE INDEX provider_exchange_trouble ON provider_exchange (connection_id, started_at DESC) WHERE outcome <> 'OK';
    CREATE INDEX provider_exchange_started ON provider_exchange (platform_id, started_at DESC, id DESC)
      INCLUDE (search_text, payment_id, connection_id) WHERE started_at > '-infinity';
    -- Few, and what people look for.
    CREATE INDEX provider_exchange_failed ON provider_exchange (platform_id, started_at DESC, id DESC) WHERE outcome <> 'OK';
    ${tenancy('provider_exchange', { app: 'SELECT, INSERT', jobs: 'SELECT, DELETE' })}

    -- The inbox: one raw event a row, and its own queue, so that taking one in costs one insert. Grows with every payment;
    -- system.housekeeping deletes what was processed after LOG_DAYS, what was parked waits for a person.
    CREATE TABLE webhook (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      connection_id uuid NOT NULL,
      headers jsonb NOT NULL,
      query jsonb NOT NULL,
      body bytea NOT NULL,
      state text NOT NULL DEFAULT 'RECEIVED' CHECK (state IN ('RECEIVED', 'PROCESSED', 'IGNORED', 'PARKED')),
      reason text,
      payment_id uuid,
      attempts smallint NOT NULL DEFAULT 0,
      replays smallint NOT NULL DEFAULT 0,
      next_attempt_at timestamptz DEFAULT now(),
      -- Set while a node works on the event.
      claimed_until timestamptz,
      received_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz,
      -- Ids and names of events in its body, without documents and e-mails.
      search_text text NOT NULL DEFAULT '',
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id) ON DELETE CASCADE,
      CHECK (state <> 'PARKED' OR reason IS NOT NULL)
    );
    CREATE INDEX webhook_due ON webhook (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    CREATE INDEX webhook_connection ON webhook (connection_id, received_at DESC, id DESC);
    CREATE INDEX webhook_received ON webhook (platform_id, received_at DESC, id DESC)
      INCLUDE (search_text, state, payment_id, connection_id) WHERE received_at > '-infinity';
    CREATE INDEX webhook_unprocessed ON webhook (state, platform_id, received_at DESC, id DESC)
      WHERE state IN ('IGNORED', 'PARKED');
    ${tenancy('webhook', {
      app: 'SELECT, INSERT, UPDATE',
      jobs: 'SELECT, DELETE, UPDATE (attempts, next_attempt_at, claimed_until)',
    })}
  `);
}
