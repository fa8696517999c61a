import type { Knex } from 'knex';

/**
 * A page of a statement is one account's newest entries. The primary key has entries of all accounts in the same order, and
 * a planner that takes an account for an average one walks it: a million entries, for one that has three. Ordered by the
 * bytes of their ids, entries are in the order of these indexes alone.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX ledger_entry_page;
    DROP INDEX ledger_entry_kind;
    CREATE INDEX ledger_entry_page ON ledger_entry (account_id, uuid_send(transaction_id) DESC) INCLUDE (amount);
    CREATE INDEX ledger_entry_kind ON ledger_entry (account_id, kind, uuid_send(transaction_id) DESC) WHERE kind IS NOT NULL;
  `);
}
