import type { Knex } from 'knex';

/** Keeps what a provider says of the documents that a person has handed in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- {version, connectionId, provider, personCheckId, status, reason, refusals, tries, nextAt, answeredAt} of the documents that were handed in last.
    ALTER TABLE person_verification ADD COLUMN provider_check jsonb;
  `);
}
