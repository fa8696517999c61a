import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the documents of boletos, which their buyers open by signed links. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE billet_file (
      platform_id uuid NOT NULL,
      attempt_id uuid NOT NULL,
      -- Of the private file; written before the file, so that every file has a row.
      key text NOT NULL,
      -- Null until the file is there.
      stored_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (attempt_id, platform_id),
      FOREIGN KEY (attempt_id, platform_id) REFERENCES payment_attempt (id, platform_id)
    );
    CREATE INDEX billet_file_age ON billet_file (created_at);
    ${tenancy('billet_file', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE billet_file IS 'One for each boleto whose buyer opened its document; purged with the file 60 days later'`);
}
