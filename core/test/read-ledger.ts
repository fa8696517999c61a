import type { Inspector } from './inspect.ts';

/** Returns the ledger's sums of one sale by account and owner, without zeros. `people` are ids by name. */
export async function readSaleLedger(
  inspector: Inspector,
  paymentId: string,
  people: Record<string, string>,
): Promise<Record<string, number>> {
  const names = new Map(Object.entries(people).map(([name, id]) => [id, name]));
  const found = await inspector.rows<{ kind: string; owner: string | null; amount: number }>(
    `SELECT a.kind, a.owner_id AS owner, sum(e.amount)::int AS amount FROM ledger_transaction t
     JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
     JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
     WHERE t.payment_id = $1 GROUP BY 1, 2 HAVING sum(e.amount) <> 0`,
    [paymentId],
  );
  return Object.fromEntries(
    found.map(({ kind, owner, amount }) => [[kind, names.get(owner ?? '')].filter(Boolean).join(' '), amount]),
  );
}

/** Returns what a person's accounts hold in one currency, in cents by kind, without zeros. */
export async function readBalances(
  { inspector }: { inspector: Inspector },
  personId: string,
  currency = 'BRL',
): Promise<Record<string, number>> {
  const rows = await inspector.rows<{ kind: string; balance: number }>(
    `SELECT kind, balance::int AS balance FROM ledger_account
     WHERE owner_id = $1 AND currency = $2 AND balance <> 0 ORDER BY kind`,
    [personId, currency],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}
