/** Explains where every cent of an account came from. */
import type { Statement, Statements } from '../../plugins/database.ts';

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
    /** The balance after this entry. */
    balance: number;
    /** The other accounts of the transaction. */
    against: { kind: string; amount: number }[];
  }[];
  /** The parts of a balance that is held or reserved, the first to be released first. */
  parts: Part[];
}

/** Money that its owner cannot use yet, and the reason. */
export interface Part {
  amount: number;
  reason: 'RELEASE' | 'RESERVE' | 'DISPUTE' | 'WITHDRAWAL' | 'RECEIVER';
  paymentId: string | null;
  rule: { days?: number; guaranteeDays?: number; reserveBasisPoints?: number };
  /** Null while the release waits for a decision. */
  releaseAt: Date | null;
  dispute: { id: string; kind: string | null; state: string | null } | null;
  anticipationId: string | null;
  withdrawal: { id: string; state: string } | null;
  /** The person's accounts with the provider, which the sale's split named; null for money that the platform holds. */
  receiver: { ids: string[] } | null;
}

const selectParts = ({ platformId, ownerId, currency, kind }: Account): Statement<Part> => ({
  text: `  SELECT h.amount, h.reason, h.payment_id, h.rule, h.release_at, h.anticipation_id,
    CASE WHEN h.dispute_id IS NOT NULL THEN jsonb_build_object('id', h.dispute_id, 'kind', d.kind, 'state', d.state) END AS dispute,
    NULL::jsonb AS withdrawal, NULL::jsonb AS receiver
  FROM ledger_hold h LEFT JOIN dispute d ON d.platform_id = h.platform_id AND d.id = h.dispute_id
  WHERE h.platform_id = $1 AND h.person_id = $2 AND h.currency = $3 AND h.state = 'OPEN' AND h.account = $4
  UNION ALL
  SELECT w.amount, 'WITHDRAWAL', NULL, '{}', NULL, NULL, NULL, jsonb_build_object('id', w.id, 'state', w.state), NULL
  FROM withdrawal w WHERE $4 = 'RESERVED' AND w.platform_id = $1 AND w.person_id = $2 AND w.currency = $3
    AND w.state NOT IN ('PAID', 'REJECTED', 'FAILED', 'CANCELED')
  ORDER BY release_at NULLS LAST, amount`,
  values: [platformId, ownerId, currency, kind],
});

/** Selects what a provider still holds for the person, payment by payment. The provider pays it out itself. */
const selectReceiverParts = ({ platformId, ownerId, accountId }: Account): Statement<Part> => ({
  text: `  SELECT sum(e.amount)::bigint AS amount, 'RECEIVER' AS reason, t.payment_id, '{}'::jsonb AS rule,
    NULL::timestamptz AS release_at, NULL::jsonb AS dispute, NULL::uuid AS anticipation_id, NULL::jsonb AS withdrawal,
    jsonb_build_object('ids', (
      SELECT coalesce(jsonb_agg(DISTINCT split.value->'receivers'->>$2), '[]') FROM payment p, jsonb_each(p.terms->'splits') split
      WHERE p.platform_id = $1 AND p.id = t.payment_id AND jsonb_exists(split.value->'receivers', $2))) AS receiver
  FROM ledger_entry e JOIN ledger_transaction t ON t.platform_id = e.platform_id AND t.id = e.transaction_id
  WHERE e.platform_id = $1 AND e.account_id = $3
  GROUP BY t.payment_id HAVING sum(e.amount) <> 0 ORDER BY min(t.created_at), t.payment_id`,
  values: [platformId, ownerId, accountId],
});

/** Returns the entries oldest first; null where no platform has such an account. */
export async function explainAccount(database: Statements, accountId: string): Promise<AccountStory | null> {
  const account = await database.find(selectAccount(accountId));
  if (!account) return null;
  const { platformId, ...facts } = account;
  const entries = await database.list(selectEntries(platformId, accountId));
  const { kind, ownerId } = facts;
  const parts = kind === 'RECEIVER' ? selectReceiverParts(account) : selectParts(account);
  return {
    ...facts,
    balance: entries.at(-1)?.balance ?? 0,
    entries,
    parts: ownerId ? await database.list(parts) : [],
  };
}

type Account = Omit<AccountStory, 'balance' | 'entries' | 'parts'> & { platformId: string };

const selectAccount = (accountId: string): Statement<Account> => ({
  text: `SELECT a.platform_id, a.id AS account_id, a.kind, a.owner_id, a.currency
     FROM ledger_account a WHERE a.id = $1`,
  values: [accountId],
});

const selectEntries = (platformId: string, accountId: string): Statement<AccountStory['entries'][number]> => ({
  text: `SELECT t.occurred_at, t.id AS transaction_id, t.kind, t.source, t.explanation, e.amount,
       sum(e.amount) OVER (ORDER BY t.id)::bigint AS balance,
       (SELECT jsonb_agg(jsonb_build_object('kind', a.kind, 'amount', o.amount) ORDER BY a.kind)
        FROM ledger_entry o JOIN ledger_account a ON a.platform_id = o.platform_id AND a.id = o.account_id
        WHERE o.platform_id = e.platform_id AND o.transaction_id = e.transaction_id AND o.account_id <> e.account_id) AS against
     FROM ledger_entry e JOIN ledger_transaction t ON t.platform_id = e.platform_id AND t.id = e.transaction_id
     WHERE e.platform_id = $1 AND e.account_id = $2 ORDER BY t.id`,
  values: [platformId, accountId],
});
