import type { Knex } from 'knex';

/**
 * A statement may be asked for one kind of movement, of which there may be three among a million: entries of people say
 * themselves what they are of, so that an index finds them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE ledger_entry NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE ledger_entry ADD COLUMN kind text;
    COMMENT ON COLUMN ledger_entry.kind IS 'Its transaction''s; null on accounts that are no person''s, whom no statement is for';
    UPDATE ledger_entry e SET kind = t.kind FROM ledger_transaction t, ledger_account a
    WHERE t.platform_id = e.platform_id AND t.id = e.transaction_id
      AND a.platform_id = e.platform_id AND a.id = e.account_id AND a.balance IS NOT NULL;
    ALTER TABLE ledger_entry FORCE ROW LEVEL SECURITY;
    CREATE INDEX ledger_entry_kind ON ledger_entry (account_id, kind, transaction_id DESC) WHERE kind IS NOT NULL;

    -- Whatever is given, so that it cannot say otherwise.
    CREATE FUNCTION ledger_entry_kind() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.kind := (
          SELECT t.kind FROM ledger_account a
          JOIN ledger_transaction t ON t.platform_id = a.platform_id AND t.id = NEW.transaction_id
          WHERE a.platform_id = NEW.platform_id AND a.id = NEW.account_id AND a.balance IS NOT NULL);
        RETURN NEW;
      END $$;
    CREATE TRIGGER ledger_entry_kind BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_entry_kind();
  `);
}
