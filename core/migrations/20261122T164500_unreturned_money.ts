import type { Knex } from 'knex';

/** A case about money that provider and ledger agree on, that is neither the sale's nor on its way back. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE reconciliation_case DROP CONSTRAINT reconciliation_case_kind_check,
      ADD CONSTRAINT reconciliation_case_kind_check CHECK (kind IN ('MISSING', 'EXTRA', 'AMOUNT', 'UNRETURNED'));
  `);
}
