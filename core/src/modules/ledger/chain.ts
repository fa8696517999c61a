/** The platform's chain: each transaction's hash covers its entries and the hash before, so that no past can be edited alone. */
import { createHash } from 'node:crypto';

/** A transaction as the chain sees it: everything but when we wrote it down. */
export interface Link {
  id: string;
  kind: string;
  source: string;
  currency: string;
  paymentId: string | null;
  reverses: string | null;
  explanation: unknown;
  occurredAt: string;
  /** By account. */
  entries: { accountId: string; amount: number }[];
}

/** What the first transaction of a platform follows. */
export const firstHash = (platformId: string): Buffer => createHash('sha256').update(`ledger|${platformId}`).digest();

export function hashLink(before: Buffer, link: Link): Buffer {
  const entries = link.entries
    .toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
    .map(({ accountId, amount }) => [accountId, amount]);
  const fields = [
    ...[link.id, link.kind, link.source, link.currency, link.paymentId, link.reverses, link.explanation],
    ...[link.occurredAt, entries],
  ];
  return createHash('sha256').update(before).update(JSON.stringify(fields)).digest();
}

/** One row a transaction, its entries with it. Text for times and JSON: what is hashed must read the same on every node. */
export const SELECT_LINKS = `
  SELECT t.id, t.kind, t.source, t.currency, t.payment_id AS "paymentId", t.reverses, t.explanation::text AS explanation,
    to_char(t.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "occurredAt", t.sequence, t.hash,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('accountId', e.account_id, 'amount', e.amount)), '[]') FROM ledger_entry e
      WHERE e.platform_id = t.platform_id AND e.transaction_id = t.id) AS entries
  FROM ledger_transaction t`;
