import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE provider_credential
      -- The provider made it up when the address of webhooks was registered: CONNECTIONS_FILE neither declares nor removes it.
      ADD COLUMN by_provider boolean NOT NULL DEFAULT false
  `);
}
