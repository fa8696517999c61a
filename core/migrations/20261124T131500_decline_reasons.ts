import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payment_evidence
      -- Why a card was refused, by the table of its provider. Null where nobody told, and in evidence of earlier versions.
      ADD COLUMN decline_reason text
  `);
}
