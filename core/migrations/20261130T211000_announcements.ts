import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the announcements of a platform to its people. Each person gets one as a notification, which is read like any other. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows by hand. announcements.purge deletes a row 90 days after its start, with the notifications of it.
    CREATE TABLE announcement (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      audience text[] NOT NULL CHECK (audience <@ ARRAY['SELLERS', 'AFFILIATES', 'STAFF'] AND cardinality(audience) > 0),
      -- Title and text by language; one of the two may be missing.
      texts jsonb NOT NULL,
      -- A page of the platform, or an address by https.
      link text,
      is_mailed boolean NOT NULL DEFAULT false,
      starts_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      -- When somebody ended it before its time.
      ended_at timestamptz,
      -- When people are told next; null when nobody is any more.
      tell_at timestamptz,
      author_name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      CHECK (ends_at > starts_at)
    );
    CREATE INDEX announcement_tell ON announcement (tell_at) WHERE tell_at IS NOT NULL;
    CREATE INDEX announcement_start ON announcement (starts_at DESC, id DESC, platform_id);
    ${tenancy('announcement', {
      app: 'SELECT, INSERT, UPDATE (ended_at, tell_at)',
      jobs: 'SELECT (platform_id, id, audience, starts_at, tell_at), UPDATE (tell_at), DELETE',
    })}

    ALTER TABLE notification
      ADD COLUMN announcement_id uuid,
      -- When the person first saw the announcement on a page.
      ADD COLUMN shown_at timestamptz;
    GRANT UPDATE (shown_at) ON notification TO feira_app;
  `);
}
