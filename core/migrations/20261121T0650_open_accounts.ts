import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What people search by: without capitals and accents, which a search finds with or without. Kept with each row, because
    -- row security lets no index serve LIKE, and comparing prepared text is several times faster than ILIKE.
    CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN lower(translate(value,
      'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnAAAAAEEEEIIIIOOOOOUUUUCN'));

    -- Row security is forced on the owner too, which would change nobody.
    ALTER TABLE person NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE person
      ADD COLUMN phone text,
      -- CPF or CNPJ without punctuation.
      ADD COLUMN document text,
      ADD COLUMN locale text CHECK (locale IN ('pt-BR', 'en')),
      ADD COLUMN email_verified_at timestamptz,
      -- What this seller's buyers may pay with; narrows the platform's methods.
      ADD COLUMN pix_enabled boolean NOT NULL DEFAULT true,
      ADD COLUMN credit_card_enabled boolean NOT NULL DEFAULT true,
      ADD COLUMN billet_enabled boolean NOT NULL DEFAULT true,
      -- The manager who looks after this person.
      ADD COLUMN manager_id uuid,
      ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name || E'\\n' || email)) STORED,
      ADD FOREIGN KEY (platform_id, manager_id) REFERENCES person (platform_id, id);
    UPDATE person SET email_verified_at = created_at WHERE password_hash IS NOT NULL;
    ALTER TABLE person FORCE ROW LEVEL SECURITY;
    -- With what a search compares, so that it reads the index alone.
    CREATE INDEX person_page ON person (platform_id, created_at DESC, id DESC) INCLUDE (search_text, status);
    CREATE INDEX person_manager ON person (manager_id, platform_id) WHERE manager_id IS NOT NULL;
    -- Few are managers or staff: their lists start here and not with all people.
    CREATE INDEX role_grant_role ON role_grant (platform_id, role, person_id);

    ALTER TABLE session
      -- What proved who it is. LINK opens customers' pages alone, administrators and masters need SECOND_FACTOR.
      ADD COLUMN strength text NOT NULL DEFAULT 'PASSWORD' CHECK (strength IN ('LINK', 'PASSWORD', 'SECOND_FACTOR')),
      -- Until ACTIVE it opens nothing but the next step of signing in.
      ADD COLUMN state text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'CODE_REQUIRED', 'ENROLLMENT_REQUIRED')),
      -- When the person last proved who it is: money, credentials and permissions want that to be recent.
      ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT now(),
      -- The session of the administrator who looks at the platform as this person.
      ADD COLUMN impersonator_session_id uuid,
      ADD FOREIGN KEY (platform_id, impersonator_session_id) REFERENCES session (platform_id, id);
    CREATE INDEX session_impersonator ON session (impersonator_session_id, platform_id)
      WHERE impersonator_session_id IS NOT NULL;

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
      PRIMARY KEY (platform_id, person_id),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id),
      FOREIGN KEY (platform_id, key_version) REFERENCES platform_key (platform_id, version),
      FOREIGN KEY (platform_id, candidate_key_version) REFERENCES platform_key (platform_id, version),
      CHECK ((sealed_secret IS NULL) = (confirmed_at IS NULL))
    );

    CREATE TABLE recovery_code (
      platform_id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- SHA-256; the codes are random, so nothing slower is needed.
      code_hash bytea NOT NULL,
      used_at timestamptz,
      PRIMARY KEY (platform_id, person_id, code_hash),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id)
    );

    -- What a link in a mail carries, hashed. Used once.
    CREATE TABLE one_time_token (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('REGISTER', 'INVITE', 'RECOVER', 'MAGIC_LINK', 'CHANGE_EMAIL')),
      token_hash bytea NOT NULL,
      email text NOT NULL CHECK (email = lower(email)),
      -- Null where nobody exists yet.
      person_id uuid,
      -- Of a registration: name, phone, locale and password hash of who is to become a person.
      payload jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz,
      PRIMARY KEY (platform_id, id),
      UNIQUE (platform_id, token_hash),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id)
    );
    CREATE INDEX one_time_token_age ON one_time_token (expires_at);
    CREATE INDEX one_time_token_email ON one_time_token (platform_id, email) WHERE used_at IS NULL;
    CREATE INDEX one_time_token_person ON one_time_token (person_id, platform_id) WHERE person_id IS NOT NULL;

    -- Who did what to whom. Names are copied: the log tells what was true then. An operator's master is no person of the
    -- platform, hence no reference.
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
      PRIMARY KEY (platform_id, id)
    );
    -- With what a search compares, so that it reads the index alone.
    CREATE INDEX audit_event_page ON audit_event (platform_id, created_at DESC, id DESC) INCLUDE (search_text);
    CREATE INDEX audit_event_type ON audit_event (platform_id, type, created_at DESC, id DESC);
    CREATE INDEX audit_event_actor ON audit_event (platform_id, actor_id, created_at DESC);
    CREATE INDEX audit_event_subject ON audit_event (platform_id, subject_id, created_at DESC);

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
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, key_version) REFERENCES platform_key (platform_id, version),
      CHECK (state = 'WAITING' OR (sealed_parameters IS NULL AND next_attempt_at IS NULL)),
      CHECK (state <> 'FAILED' OR failure IS NOT NULL)
    );
    CREATE INDEX mail_due ON mail (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    CREATE INDEX mail_page ON mail (platform_id, created_at DESC, id DESC);
    CREATE INDEX mail_age ON mail (created_at);
    -- Whoever writes a mail need not tell anybody: nodes hear of it once it is committed.
    CREATE FUNCTION announce_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_mail', '');
        RETURN NULL;
      END $$;
    CREATE TRIGGER announce_mail AFTER INSERT ON mail FOR EACH STATEMENT EXECUTE FUNCTION announce_mail();

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
      PRIMARY KEY (platform_id, id),
      UNIQUE (platform_id, person_id, source),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id)
    );
    CREATE INDEX notification_page ON notification (person_id, platform_id, created_at DESC, id DESC);
    CREATE INDEX notification_unread ON notification (person_id, platform_id) WHERE read_at IS NULL;
    CREATE INDEX notification_age ON notification (created_at);

    -- A buyer finds what they bought by their proven e-mail. A column of its own, because row security lets no index serve lower().
    ALTER TABLE sale ADD COLUMN buyer_email_lower text NOT NULL GENERATED ALWAYS AS (lower(buyer_email)) STORED;
    CREATE INDEX sale_buyer ON sale (platform_id, buyer_email_lower, created_at DESC, id DESC);
  `);
  await enableTenancy(knex, 'second_factor', { app: 'SELECT, INSERT, UPDATE, DELETE' });
  await enableTenancy(knex, 'recovery_code', { app: 'SELECT, INSERT, DELETE, UPDATE (used_at)' });
  await enableTenancy(knex, 'one_time_token', {
    app: 'SELECT, INSERT, UPDATE (used_at)',
    jobs: 'SELECT (expires_at), DELETE',
  });
  await enableTenancy(knex, 'audit_event', { app: 'SELECT, INSERT' });
  await enableTenancy(knex, 'mail', {
    app: 'SELECT, INSERT, UPDATE (sealed_parameters, state, next_attempt_at, sent_at, failure)',
    jobs: 'SELECT, UPDATE (attempts, next_attempt_at), DELETE',
  });
  await enableTenancy(knex, 'notification', {
    app: 'SELECT, INSERT, UPDATE (read_at)',
    jobs: 'SELECT (platform_id, id, created_at), DELETE',
  });
  await knex.raw(`
    GRANT UPDATE (state, strength, confirmed_at, token_hash, expires_at) ON session TO feira_app;
  `);
}
