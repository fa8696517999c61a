import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Lets people with a code app use passkeys in its place. Nodes of the version before ask for the code. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- At most ten for each person with a code app; deleted by their person, and with the code app.
    CREATE TABLE passkey (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- The host on which it was registered. Browsers offer it nowhere else.
      host text NOT NULL,
      -- As the authenticator made it, in base64url.
      credential_id text NOT NULL,
      -- In COSE. Nothing of it is secret.
      public_key bytea NOT NULL,
      -- How often the authenticator says that it was used: a copy of it is behind. Zero where it does not count.
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL CHECK (name <> ''),
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz,
      PRIMARY KEY (id, platform_id),
      UNIQUE (credential_id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX passkey_person ON passkey (person_id, platform_id);
    ${tenancy('passkey', { app: 'SELECT, INSERT, DELETE, UPDATE (name, counter, last_used_at)' })}

    -- What an authenticator has to sign next; one for each purpose of a session. Used once, and deleted then; session.purge deletes
    -- what has expired.
    CREATE TABLE passkey_challenge (
      platform_id uuid NOT NULL,
      session_id uuid NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('ADD', 'PROVE')),
      challenge text NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (session_id, purpose, platform_id),
      FOREIGN KEY (session_id, platform_id) REFERENCES session (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX passkey_challenge_age ON passkey_challenge (expires_at);
    ${tenancy('passkey_challenge', {
      app: 'SELECT, INSERT, UPDATE, DELETE',
      jobs: 'SELECT (platform_id, session_id, purpose, expires_at), DELETE',
    })}`);
}
