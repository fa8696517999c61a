import type { Knex } from 'knex';

/** The public keys that receipts were ever signed with, so that those of a former ENCRYPTION_KEY can be verified for ever. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE receipt_key (
      kid text PRIMARY KEY,
      -- A JSON Web Key of ed25519.
      public_key jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    GRANT SELECT, INSERT ON receipt_key TO feira_jobs;
  `);
}
