/** Fills a very long statement: many sales and releases of one person, three withdrawals among them. */

/** Runs a statement as the superuser, in one session. */
export type Run = (sql: string, values?: unknown[]) => Promise<unknown>;

export interface LongStatement {
  platformId: string;
  personId: string;
  /** Days of São Paulo. */
  from: string;
  to: string;
}

const DAYS = 400;
const START = '2025-01-01T15:00:00Z';

/** Fills the statement of a person without any account yet. No trigger runs, as in a restored backup: the written rows balance. */
export async function fillStatement(
  run: Run,
  { platformId, personId, count }: { platformId: string; personId: string; count: number },
): Promise<LongStatement> {
  await run('SET session_replication_role = replica');
  await run(
    `INSERT INTO ledger_account (platform_id, kind, owner_id, currency, balance)
     SELECT $1::uuid, kind, $2::uuid, 'BRL', 0 FROM unnest(ARRAY['PENDING', 'AVAILABLE', 'RESERVED', 'OWED']) AS kind
     UNION ALL SELECT $1::uuid, 'LOSSES', NULL, 'BRL', NULL`,
    [platformId, personId],
  );
  await run(
    `CREATE TEMP TABLE moves AS
     SELECT n, moment, (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid AS id,
       CASE WHEN n IN (2, ${count} / 2, ${count} - 1) THEN 'WITHDRAWAL' WHEN n % 10 = 0 THEN 'RELEASE' ELSE 'SALE' END AS kind
     FROM (SELECT n, timestamptz '${START}' + n * (interval '${DAYS} days' / ${count}) AS moment FROM generate_series(1, ${count}) n) steps`,
  );
  await run(
    `INSERT INTO ledger_transaction (platform_id, id, kind, source, currency, occurred_at, created_at)
     SELECT $1::uuid, id, kind, 'long:' || n, 'BRL', moment, moment FROM moves`,
    [platformId],
  );
  await run(
    `INSERT INTO ledger_entry (platform_id, transaction_id, account_id, amount, kind)
     SELECT $1::uuid, m.id, a.id, CASE a.kind WHEN entry.taken THEN -100 ELSE 100 END, CASE WHEN a.balance IS NOT NULL THEN m.kind END
     FROM moves m JOIN (VALUES ('SALE', 'LOSSES', 'PENDING'), ('RELEASE', 'PENDING', 'AVAILABLE'), ('WITHDRAWAL', 'AVAILABLE', 'RESERVED'))
       AS entry(kind, taken, given) ON entry.kind = m.kind
     JOIN ledger_account a ON a.platform_id = $1 AND a.kind IN (entry.taken, entry.given) AND (a.owner_id = $2 OR a.owner_id IS NULL)`,
    [platformId, personId],
  );
  await run(
    `UPDATE ledger_account a SET balance = (SELECT coalesce(sum(e.amount), 0) FROM ledger_entry e WHERE e.account_id = a.id)
     WHERE a.owner_id = $1`,
    [personId],
  );
  await run('DROP TABLE moves');
  await run('SET session_replication_role = origin');
  await run('ANALYZE ledger_transaction, ledger_entry, ledger_account');
  const day = (offset: number) => new Date(Date.parse(START) + offset * 86_400_000).toISOString().slice(0, 10);
  return { platformId, personId, from: day(0), to: day(DAYS) };
}
