import type { Knex } from 'knex';

/**
 * Remembers the last test of each connection, because a connection is enabled only after a good one. Nodes of the version before change
 * credentials without counting up; what they change keeps the verdict of its test until the next change.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE provider_connection
    -- Counts the changes of settings, secrets and version, which a test is about.
    ADD COLUMN credentials_revision integer NOT NULL DEFAULT 0,
    -- The revision that the last test was about; null before the first.
    ADD COLUMN test_revision integer,
    ADD COLUMN tested_at timestamptz,
    -- Null where that test was good, otherwise the code of the failure.
    ADD COLUMN test_code text`);
}
