import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

/** What providers want to see of receivers. Files are passed on and never stored; only what became of them is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE receiver ADD COLUMN documents_asked_at timestamptz;

    CREATE TABLE receiver_document (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      -- The row of receiver; document_id is the provider's own.
      receiver_row_id uuid NOT NULL,
      document_id text NOT NULL,
      kind text,
      title text NOT NULL,
      description text,
      status text NOT NULL CHECK (status IN ('WANTED', 'SENT', 'ACCEPTED', 'REFUSED')),
      provider_status text NOT NULL,
      reason text,
      takes_file boolean NOT NULL,
      has_link boolean NOT NULL,
      files integer NOT NULL DEFAULT 0,
      sent_at timestamptz,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, receiver_row_id) REFERENCES receiver (platform_id, id)
    );
    CREATE UNIQUE INDEX receiver_document_once ON receiver_document (receiver_row_id, document_id, platform_id);
  `);
  await enableTenancy(knex, 'receiver_document', { app: 'SELECT, INSERT, UPDATE, DELETE' });
}
