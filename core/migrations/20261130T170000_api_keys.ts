import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Lets programs call the public API with keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with the keys that people make, at most fifty that work for each. api-keys.purge deletes a key a year after its end.
    CREATE TABLE api_key (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('SELLER', 'PLATFORM')),
      mode text NOT NULL CHECK (mode IN ('LIVE', 'TEST')),
      name text NOT NULL,
      -- The last four characters, by which its owner knows it.
      hint text NOT NULL,
      -- SHA-256 of the key, which nobody can read again.
      token_hash bytea NOT NULL,
      -- The key before it was rolled, and until when that one works as well.
      old_token_hash bytea,
      old_until timestamptz,
      scopes text[] NOT NULL,
      -- The only networks from which it works; all where empty.
      networks cidr[] NOT NULL DEFAULT '{}',
      api_version text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      last_used_ip inet,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE UNIQUE INDEX api_key_token ON api_key (token_hash, platform_id);
    CREATE UNIQUE INDEX api_key_old_token ON api_key (old_token_hash, platform_id) WHERE old_token_hash IS NOT NULL;
    CREATE INDEX api_key_person ON api_key (person_id, platform_id);
    CREATE INDEX api_key_end ON api_key (least(expires_at, revoked_at)) WHERE expires_at IS NOT NULL OR revoked_at IS NOT NULL;
    ${tenancy('api_key', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE api_key IS 'Keys with which programs call the public API';

    -- Grows with the changes and the refusals of programs. api-keys.purge deletes a request after 30 days.
    CREATE TABLE api_request (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      key_id uuid NOT NULL,
      -- The method and the path as the documentation has it, without what a program put into it.
      call text NOT NULL,
      status smallint NOT NULL,
      -- Of the error catalogue; null where it was answered as asked.
      code text,
      ip inet,
      user_agent text,
      duration_ms integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (key_id, platform_id) REFERENCES api_key (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX api_request_page ON api_request (key_id, platform_id, created_at DESC, id DESC);
    CREATE INDEX api_request_age ON api_request (created_at);
    ${tenancy('api_request', { app: 'SELECT, INSERT', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE api_request IS 'Changes and refusals of programs, by key';

    ${['api_key', 'api_request']
      .map(
        (table) => `CREATE POLICY erasing ON ${table} TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT, DELETE ON ${table} TO feira_privacy;`,
      )
      .join('\n')}
  `);
}
