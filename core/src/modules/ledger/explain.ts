/** Where every cent of an account came from. */
import type { Knex } from 'knex';

export interface AccountStory {
  accountId: string;
  kind: string;
  ownerId: string | null;
  currency: string;
  /** Sum of the entries. */
  balance: number;
  entries: {
    occurredAt: Date;
    transactionId: string;
    kind: string;
    source: string;
    explanation: Record<string, unknown>;
    amount: number;
    /** After this entry. */
    balance: number;
    /** The other accounts of the transaction. */
    against: { kind: string; amount: number }[];
  }[];
  /** What the balance consists of where it is held or promised, what becomes free first at the front. */
  parts: Part[];
}

/** Money that is not free to use, and why. */
export interface Part {
  amount: number;
  reason: 'RELEASE' | 'RESERVE' | 'DISPUTE' | 'WITHDRAWAL' | 'RECEIVER';
  paymentId: string | null;
  rule: { days?: number; guaranteeDays?: number; reserveBasisPoints?: number };
  /** Null: until somebody decides. */
  releaseAt: Date | null;
  dispute: { id: string; kind: string | null; state: string | null } | null;
  anticipationId: string | null;
  withdrawal: { id: string; state: string } | null;
  /** Where a provider has it: the accounts that the sale's split named for the person. */
  receiver: { ids: string[] } | null;
}

const PARTS = `
  SELECT h.amount, h.reason, h.payment_id AS "paymentId", h.rule, h.release_at AS "releaseAt", h.anticipation_id AS "anticipationId",
    CASE WHEN h.dispute_id IS NOT NULL THEN jsonb_build_object('id', h.dispute_id, 'kind', d.kind, 'state', d.state) END AS dispute,
    NULL::jsonb AS withdrawal, NULL::jsonb AS receiver
  FROM ledger_hold h LEFT JOIN dispute d ON d.platform_id = h.platform_id AND d.id = h.dispute_id
  WHERE h.platform_id = :platformId AND h.person_id = :ownerId AND h.currency = :currency AND h.state = 'OPEN' AND h.account = :kind
  UNION ALL
  SELECT w.amount, 'WITHDRAWAL', NULL, '{}', NULL, NULL, NULL, jsonb_build_object('id', w.id, 'state', w.state), NULL
  FROM withdrawal w WHERE :kind = 'RESERVED' AND w.platform_id = :platformId AND w.person_id = :ownerId AND w.currency = :currency
    AND w.state NOT IN ('PAID', 'REJECTED', 'FAILED', 'CANCELED')
  ORDER BY "releaseAt" NULLS LAST, amount`;

/** Of each payment what its provider still has for the person; paying it out is the provider's own matter. */
const RECEIVER_PARTS = `
  SELECT sum(e.amount)::bigint AS amount, 'RECEIVER' AS reason, t.payment_id AS "paymentId", '{}'::jsonb AS rule,
    NULL::timestamptz AS "releaseAt", NULL::jsonb AS dispute, NULL::uuid AS "anticipationId", NULL::jsonb AS withdrawal,
    jsonb_build_object('ids', (
      SELECT coalesce(jsonb_agg(DISTINCT split.value->'receivers'->>:ownerId), '[]') FROM payment p, jsonb_each(p.terms->'splits') split
      WHERE p.platform_id = :platformId AND p.id = t.payment_id AND jsonb_exists(split.value->'receivers', :ownerId))) AS receiver
  FROM ledger_entry e JOIN ledger_transaction t ON t.platform_id = e.platform_id AND t.id = e.transaction_id
  WHERE e.platform_id = :platformId AND e.account_id = :accountId
  GROUP BY t.payment_id HAVING sum(e.amount) <> 0 ORDER BY min(t.created_at), t.payment_id`;

/** Oldest first; null where there is no such account on any platform. */
export async function explainAccount(database: Knex, accountId: string): Promise<AccountStory | null> {
  const { rows: accounts } = (await database.raw(
    `SELECT a.platform_id AS "platformId", a.id AS "accountId", a.kind, a.owner_id AS "ownerId", a.currency
     FROM ledger_account a WHERE a.id = ?`,
    [accountId],
  )) as { rows: (Omit<AccountStory, 'balance' | 'entries' | 'parts'> & { platformId: string })[] };
  const [account] = accounts;
  if (!account) return null;
  const { platformId, ...facts } = account;
  const { rows } = (await database.raw(
    `SELECT t.occurred_at AS "occurredAt", t.id AS "transactionId", t.kind, t.source, t.explanation, e.amount,
       sum(e.amount) OVER (ORDER BY t.id)::bigint AS balance,
       (SELECT jsonb_agg(jsonb_build_object('kind', a.kind, 'amount', o.amount) ORDER BY a.kind)
        FROM ledger_entry o JOIN ledger_account a ON a.platform_id = o.platform_id AND a.id = o.account_id
        WHERE o.platform_id = e.platform_id AND o.transaction_id = e.transaction_id AND o.account_id <> e.account_id) AS against
     FROM ledger_entry e JOIN ledger_transaction t ON t.platform_id = e.platform_id AND t.id = e.transaction_id
     WHERE e.platform_id = ? AND e.account_id = ? ORDER BY t.id`,
    [platformId, accountId],
  )) as { rows: AccountStory['entries'] };
  const { kind, ownerId, currency } = facts;
  const parts = kind === 'RECEIVER' ? RECEIVER_PARTS : PARTS;
  const held = ownerId
    ? ((await database.raw(parts, { platformId, accountId, kind, ownerId, currency })) as { rows: Part[] })
    : { rows: [] };
  return { ...facts, balance: rows.at(-1)?.balance ?? 0, entries: rows, parts: held.rows };
}
