import type { Knex } from 'knex';

/**
 * Where a provider splits a sale itself, people's parts never come to the platform: RECEIVER shows them, one account a person,
 * so that what was sold is still read from the ledger. Nobody is paid from it; like the provider's own it is but entries.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check, DROP CONSTRAINT ledger_account_owner,
      ADD CONSTRAINT ledger_account_kind_check CHECK (kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED', 'RECEIVER', 'PROVIDER', 'PROVIDER_FEES',
        'PLATFORM_FEES', 'INTEREST', 'REFUNDS', 'DISPUTES', 'ANTICIPATION', 'WITHDRAWN', 'LOSSES', 'TAX_WITHHELD')),
      ADD CONSTRAINT ledger_account_owner CHECK ((kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED', 'RECEIVER', 'PROVIDER')) = (owner_id IS NOT NULL));
  `);
}
