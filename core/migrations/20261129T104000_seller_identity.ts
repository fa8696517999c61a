import type { Knex } from 'knex';

/** Decree 7.962/2013 has who sells on the internet name themselves with document, address and contact. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The document of a person is shown to buyers only where that person has agreed.
    ALTER TABLE person ADD COLUMN shows_document boolean NOT NULL DEFAULT false, ADD COLUMN public_address text`);
}
