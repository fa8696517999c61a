import type { Knex } from 'knex';
import { announceChanges, tenancy } from './tenancy.ts';

/** Creates the tables of people: how they sign in, what they did, and which mails and notifications they get. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Everybody who can sign in: staff, sellers, partners, buyers. Grows with registrations; nobody is deleted.
    CREATE TABLE person (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      name text NOT NULL,
      -- In lower case, as signing in looks it up.
      email text NOT NULL CONSTRAINT person_email_lower CHECK (email = lower(email)),
      email_verified_at timestamptz,
      phone text,
      -- CPF or CNPJ without punctuation.
      document text,
      locale text CHECK (locale IN ('pt-BR', 'en')),
      -- A PHC string; null until the person has chosen a password.
      password_hash text,
      status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
      -- What this seller's buyers may pay with; narrows the platform's methods.
      pix_enabled boolean NOT NULL DEFAULT true,
      credit_card_enabled boolean NOT NULL DEFAULT true,
      billet_enabled boolean NOT NULL DEFAULT true,
      -- The manager who looks after this person.
      manager_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name || E'\\n' || email)) STORED,
      PRIMARY KEY (id, platform_id),
      UNIQUE (email, platform_id),
      FOREIGN KEY (manager_id, platform_id) REFERENCES person (id, platform_id)
    );
    -- Includes what a search compares, so that it reads the index alone.
    CREATE INDEX person_page ON person (platform_id, created_at DESC, id DESC) INCLUDE (search_text, status)
      WHERE created_at > '-infinity';
    CREATE INDEX person_manager ON person (manager_id, platform_id) WHERE manager_id IS NOT NULL;
    ${tenancy('person', { app: 'SELECT, INSERT, UPDATE' })}
    ${announceChanges('person')}

    -- What a person is on the platform; one to three rows for each.
    CREATE TABLE role_grant (
      platform_id uuid NOT NULL,
      person_id uuid NOT NULL,
      role text NOT NULL
        CHECK (role IN ('seller', 'affiliate', 'co-producer', 'customer', 'manager', 'admin', 'master')),
      permissions text[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (person_id, role, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id),
      CHECK (role = 'admin' OR permissions = '{}')
    );
    COMMENT ON COLUMN role_grant.permissions IS 'schemas/src/options.ts ADMIN_PERMISSIONS';
    -- Few are managers or staff: their lists start here and not with all people.
    CREATE INDEX role_grant_role ON role_grant (role, platform_id, person_id);
    ${tenancy('role_grant', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    -- Grows by one with each sign-in; session.purge deletes it a month after it has expired.
    CREATE TABLE session (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- SHA-256 of the cookie: whoever reads this table cannot become anybody.
      token_hash bytea NOT NULL,
      -- What proved who it is. LINK opens customers' pages alone, administrators and masters need SECOND_FACTOR.
      strength text NOT NULL DEFAULT 'PASSWORD' CHECK (strength IN ('LINK', 'PASSWORD', 'SECOND_FACTOR')),
      -- Until ACTIVE it opens nothing but the next step of signing in.
      state text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'CODE_REQUIRED', 'ENROLLMENT_REQUIRED')),
      created_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      -- When the person last proved who it is: money, credentials and permissions want that to be recent.
      confirmed_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz,
      user_agent text,
      ip inet,
      -- The session of the administrator who looks at the platform as this person.
      impersonator_session_id uuid,
      PRIMARY KEY (id, platform_id),
      UNIQUE (token_hash, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id),
      FOREIGN KEY (impersonator_session_id, platform_id) REFERENCES session (id, platform_id)
    );
    CREATE INDEX session_person ON session (person_id, platform_id);
    CREATE INDEX session_age ON session (expires_at);
    CREATE INDEX session_impersonator ON session (impersonator_session_id, platform_id)
      WHERE impersonator_session_id IS NOT NULL;
    ${tenancy('session', {
      app: 'SELECT, INSERT, UPDATE (state, strength, confirmed_at, token_hash, expires_at, last_seen_at, revoked_at)',
      jobs: 'SELECT (expires_at), DELETE',
    })}

    -- Failures within one window, by address, by account, and by both together. Grows with failed sign-ins; session.purge
    -- deletes windows that are over.
    CREATE TABLE sign_in_attempt (
      platform_id uuid NOT NULL REFERENCES platform,
      -- A digest, so that what people mistyped into a sign-in form is not kept.
      key bytea NOT NULL,
      failures integer NOT NULL,
      window_ends_at timestamptz NOT NULL,
      PRIMARY KEY (key, platform_id)
    );
    CREATE INDEX sign_in_attempt_age ON sign_in_attempt (window_ends_at);
    ${tenancy('sign_in_attempt', {
      app: 'SELECT, INSERT, UPDATE, DELETE',
      jobs: 'SELECT (window_ends_at), DELETE',
    })}

    -- One row at most for each person; deleted when the person switches it off.
    CREATE TABLE second_factor (
      platform_id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- TOTP secrets under the platform's data key: the one in use, and one that waits for its first right code.
      sealed_secret bytea,
      key_version integer,
      sealed_candidate bytea,
      candidate_key_version integer,
      confirmed_at timestamptz,
      -- The time step of the last code that was used: no code counts twice.
      last_step bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (person_id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id),
      FOREIGN KEY (key_version, platform_id) REFERENCES platform_key (version, platform_id),
      FOREIGN KEY (candidate_key_version, platform_id) REFERENCES platform_key (version, platform_id),
      CHECK ((sealed_secret IS NULL) = (confirmed_at IS NULL))
    );
    ${tenancy('second_factor', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    -- Ten for each second factor; new ones replace them.
    CREATE TABLE recovery_code (
      platform_id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- SHA-256; the codes are random, so nothing slower is needed.
      code_hash bytea NOT NULL,
      used_at timestamptz,
      PRIMARY KEY (person_id, code_hash, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    ${tenancy('recovery_code', { app: 'SELECT, INSERT, DELETE, UPDATE (used_at)' })}

    -- What a link in a mail carries, hashed. Used once. Grows with registrations, invitations and recoveries; session.purge
    -- deletes what has expired.
    CREATE TABLE one_time_token (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('REGISTER', 'INVITE', 'RECOVER', 'MAGIC_LINK', 'CHANGE_EMAIL', 'REFUND')),
      token_hash bytea NOT NULL,
      email text NOT NULL CHECK (email = lower(email)),
      -- Null where nobody exists yet.
      person_id uuid,
      -- Of a registration: name, phone, locale and password hash of who is to become a person.
      payload jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz,
      PRIMARY KEY (id, platform_id),
      UNIQUE (token_hash, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX one_time_token_age ON one_time_token (expires_at);
    CREATE INDEX one_time_token_email ON one_time_token (email, platform_id) WHERE used_at IS NULL;
    CREATE INDEX one_time_token_person ON one_time_token (person_id, platform_id) WHERE person_id IS NOT NULL;
    ${tenancy('one_time_token', {
      app: 'SELECT, INSERT, UPDATE (used_at)',
      jobs: 'SELECT (expires_at), DELETE',
    })}

    -- Who did what to whom. Grows with every deed that needs a permission and is kept for good. Names are copied: the log
    -- tells what was true then. An operator's master is no person of the platform, hence no reference.
    CREATE TABLE audit_event (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      type text NOT NULL,
      actor_id uuid,
      actor_name text,
      actor_email text,
      -- The administrator who acted as the actor.
      impersonator_id uuid,
      impersonator_name text,
      impersonator_email text,
      -- Whom or what it was done to.
      subject_type text,
      subject_id text,
      subject_name text,
      -- Of a person, so that whatever was done to somebody is found by e-mail too.
      subject_email text,
      ip inet,
      user_agent text,
      details jsonb NOT NULL DEFAULT '{}',
      -- Cut, because a row of an index has to fit on a third of a page.
      search_text text NOT NULL GENERATED ALWAYS AS (fold_text(left(
        coalesce(host(ip), '') || E'\\n' || coalesce(actor_email, '') || E'\\n' || coalesce(subject_email, '') || E'\\n' ||
        coalesce(actor_name, '') || E'\\n' || coalesce(subject_name, '') || E'\\n' || coalesce(impersonator_email, '') || E'\\n' ||
        coalesce(impersonator_name, ''), 600))) STORED,
      PRIMARY KEY (id, platform_id)
    );
    -- Includes what a search compares, so that it reads the index alone.
    CREATE INDEX audit_event_page ON audit_event (platform_id, created_at DESC, id DESC) INCLUDE (search_text)
      WHERE created_at > '-infinity';
    CREATE INDEX audit_event_type ON audit_event (type, platform_id, created_at DESC, id DESC);
    CREATE INDEX audit_event_actor ON audit_event (actor_id, platform_id, created_at DESC);
    CREATE INDEX audit_event_subject ON audit_event (subject_id, platform_id, created_at DESC);
    ${tenancy('audit_event', { app: 'SELECT, INSERT' })}

    -- The queue of mails, and for a month what became of them; then mail.purge deletes them.
    CREATE TABLE mail (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      recipient text NOT NULL,
      template text NOT NULL,
      locale text NOT NULL CHECK (locale IN ('pt-BR', 'en')),
      -- Links in it open accounts: under the platform's data key until sent, then gone.
      sealed_parameters bytea,
      key_version integer NOT NULL,
      state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'FAILED')),
      attempts smallint NOT NULL DEFAULT 0,
      -- Null once nothing is left to do.
      next_attempt_at timestamptz DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      sent_at timestamptz,
      -- Why the last attempt failed: a code, never an address or what was in the mail.
      failure text,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (key_version, platform_id) REFERENCES platform_key (version, platform_id),
      CHECK (state = 'WAITING' OR (sealed_parameters IS NULL AND next_attempt_at IS NULL)),
      CHECK (state <> 'FAILED' OR failure IS NOT NULL)
    );
    CREATE INDEX mail_due ON mail (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    CREATE INDEX mail_page ON mail (platform_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
    CREATE INDEX mail_age ON mail (created_at);
    ${tenancy('mail', {
      app: 'SELECT, INSERT, UPDATE (sealed_parameters, state, next_attempt_at, sent_at, failure)',
      jobs: 'SELECT, UPDATE (attempts, next_attempt_at), DELETE',
    })}
    -- Whoever writes a mail need not tell anybody: nodes hear of it once it is committed.
    CREATE FUNCTION announce_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_mail', '');
        RETURN NULL;
      END $$;
    CREATE TRIGGER announce_mail AFTER INSERT ON mail FOR EACH STATEMENT EXECUTE FUNCTION announce_mail();

    -- What people are told on their pages. Grows with sales; notifications.purge deletes it after 90 days.
    CREATE TABLE notification (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      type text NOT NULL,
      -- Values its text names: amounts in cents, titles, names.
      parameters jsonb NOT NULL DEFAULT '{}',
      -- Page of ours that shows more.
      href text,
      -- One fact, one notification, however often it is told.
      source text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      read_at timestamptz,
      PRIMARY KEY (id, platform_id),
      UNIQUE (person_id, source, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX notification_page ON notification (person_id, platform_id, created_at DESC, id DESC);
    CREATE INDEX notification_unread ON notification (person_id, platform_id) WHERE read_at IS NULL;
    CREATE INDEX notification_age ON notification (created_at);
    ${tenancy('notification', {
      app: 'SELECT, INSERT, UPDATE (read_at)',
      jobs: 'SELECT (platform_id, id, created_at), DELETE',
    })}
  `);
}
