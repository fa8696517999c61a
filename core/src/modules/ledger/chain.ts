/** Hashes the platform's chain: each transaction's hash covers its entries and the hash before, so that no past can be edited alone. */
import { createHash } from 'node:crypto';

/** The parts of a transaction that its hash covers: everything but the time at which it was written. */
export interface Link {
  id: string;
  kind: string;
  source: string;
  currency: string;
  paymentId: string | null;
  reverses: string | null;
  explanation: unknown;
  occurredAt: string;
  /** Sorted by account before they are hashed. */
  entries: { accountId: string; amount: number }[];
}

/** Returns the hash before the first transaction of a platform. */
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

/** Selects one row for each transaction, with its entries. Times and JSON are text, because every node must hash the same characters. */
export const SELECT_LINKS = `
  SELECT t.id, t.kind, t.source, t.currency, t.payment_id, t.reverses, t.explanation::text AS explanation,
    to_char(t.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS occurred_at, t.sequence, t.hash,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('accountId', e.account_id, 'amount', e.amount)), '[]') FROM ledger_entry e
      WHERE e.platform_id = t.platform_id AND e.transaction_id = t.id) AS entries
  FROM ledger_transaction t`;
