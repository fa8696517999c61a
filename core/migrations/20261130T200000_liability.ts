import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payment_evidence
      -- ISSUER: the card's bank bears a chargeback because of fraud. Null where nobody told.
      ADD COLUMN liability text
  `);
}
