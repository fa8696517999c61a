import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Row security is forced on the owner too, which would change nobody.
    ALTER TABLE person NO FORCE ROW LEVEL SECURITY;
    UPDATE person SET email = lower(email) WHERE email <> lower(email);
    ALTER TABLE person FORCE ROW LEVEL SECURITY;
    -- One person, one spelling: signing in looks e-mails up in lower case.
    ALTER TABLE person ADD CONSTRAINT person_email_lower CHECK (email = lower(email));
    -- A PHC string; null for who has not chosen a password.
    ALTER TABLE person ADD COLUMN password_hash text;

    CREATE TABLE role_grant (
      platform_id uuid NOT NULL,
      person_id uuid NOT NULL,
      role text NOT NULL
        CHECK (role IN ('seller', 'affiliate', 'co-producer', 'customer', 'manager', 'admin', 'master')),
      permissions text[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, person_id, role),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id),
      CHECK (role = 'admin' OR permissions = '{}')
    );
    COMMENT ON COLUMN role_grant.permissions IS 'schemas/src/options.ts ADMIN_PERMISSIONS';

    CREATE TABLE session (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- SHA-256 of the cookie: whoever reads this table cannot become anybody.
      token_hash bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      user_agent text,
      ip inet,
      revoked_at timestamptz,
      PRIMARY KEY (platform_id, id),
      UNIQUE (token_hash, platform_id),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id)
    );
    CREATE INDEX session_person ON session (person_id, platform_id);
    CREATE INDEX session_age ON session (expires_at);

    -- Failures within one window, by address, by account, and by both together.
    CREATE TABLE sign_in_attempt (
      platform_id uuid NOT NULL REFERENCES platform,
      -- A digest, so that what people mistyped into a sign-in form is not kept.
      key bytea NOT NULL,
      failures integer NOT NULL,
      window_ends_at timestamptz NOT NULL,
      PRIMARY KEY (platform_id, key)
    );
    CREATE INDEX sign_in_attempt_age ON sign_in_attempt (window_ends_at);

    -- A seller's sales are paged by time, and by id within the same moment. With the platform in it, an index beats the
    -- primary key also while the planner knows nothing yet; the primary key alone would mean reading the whole platform.
    CREATE INDEX sale_seller_page ON sale (seller_id, platform_id, created_at DESC, id DESC);
    DROP INDEX sale_seller;
    DROP INDEX payment_sale;
    CREATE INDEX payment_sale ON payment (sale_id, platform_id);
  `);
  await enableTenancy(knex, 'role_grant', { app: 'SELECT, INSERT, UPDATE, DELETE' });
  await enableTenancy(knex, 'session', {
    app: 'SELECT, INSERT, UPDATE (last_seen_at, revoked_at)',
    jobs: 'SELECT (expires_at), DELETE',
  });
  await enableTenancy(knex, 'sign_in_attempt', {
    app: 'SELECT, INSERT, UPDATE, DELETE',
    jobs: 'SELECT (window_ends_at), DELETE',
  });
}
