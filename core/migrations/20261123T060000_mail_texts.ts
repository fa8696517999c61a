import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the wordings of mails to buyers. Nodes of the version before go on sending the standard texts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE mail_text (
      platform_id uuid NOT NULL REFERENCES platform,
      -- Made from the platform, the mail and the language.
      id uuid NOT NULL,
      mail text NOT NULL,
      locale text NOT NULL CHECK (locale IN ('pt-BR', 'en')),
      -- Null is the standard text.
      subject text,
      intro text,
      -- Counts changes: of two tabs that change the same text, the later one is told.
      version integer NOT NULL DEFAULT 0,
      changed_in jsonb NOT NULL DEFAULT '{}',
      PRIMARY KEY (id, platform_id)
    );
    ${tenancy('mail_text', { app: 'SELECT, INSERT, UPDATE' })}
  `);
}
