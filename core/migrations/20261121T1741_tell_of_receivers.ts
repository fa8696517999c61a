import type { Knex } from 'knex';

/** Statements show what a provider split off for a person as well, and may be asked for one kind of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE ledger_entry NO FORCE ROW LEVEL SECURITY;
    UPDATE ledger_entry e SET kind = t.kind FROM ledger_transaction t, ledger_account a
    WHERE t.platform_id = e.platform_id AND t.id = e.transaction_id
      AND a.platform_id = e.platform_id AND a.id = e.account_id AND a.kind = 'RECEIVER';
    ALTER TABLE ledger_entry FORCE ROW LEVEL SECURITY;

    CREATE OR REPLACE FUNCTION ledger_entry_kind() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.kind := (
          SELECT t.kind FROM ledger_account a
          JOIN ledger_transaction t ON t.platform_id = a.platform_id AND t.id = NEW.transaction_id
          WHERE a.platform_id = NEW.platform_id AND a.id = NEW.account_id AND (a.balance IS NOT NULL OR a.kind = 'RECEIVER'));
        RETURN NEW;
      END $$;
  `);
}
