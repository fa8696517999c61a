/** Proves a ledger from its entries alone. Reads everything, writes nothing. */
import type { Runner } from '../../plugins/database.ts';
import { firstHash, hashLink, type Link, SELECT_LINKS } from './chain.ts';

export interface AuditResult {
  platformId: string;
  transactions: number;
  /** The number of transactions that are not in the chain yet. */
  unsealed: number;
  accounts: number;
  /** A sentence for each fact that does not hold; empty when the ledger is sound. */
  problems: string[];
}

interface StoredLink extends Link {
  sequence: number;
  hash: Buffer;
}

const PAGE = 5_000;

/** Audits one snapshot: the next audit covers what is written meanwhile. */
export const auditLedger = (database: Runner, platformId: string): Promise<AuditResult> =>
  database.transaction(async (transaction) => {
    // A long ledger takes longer than any request may.
    await transaction.run({ text: 'SET LOCAL statement_timeout = 0', values: [] });
    const rows = <Row>(text: string, values: unknown[]) => transaction.list<Row>({ text, values });
    const [counts] = await rows<{ transactions: number; unsealed: number; accounts: number }>(
      `SELECT (SELECT count(*) FROM ledger_transaction WHERE platform_id = $1)::int AS transactions,
           (SELECT count(*) FROM ledger_transaction WHERE platform_id = $1 AND sequence IS NULL)::int AS unsealed,
           (SELECT count(*) FROM ledger_account WHERE platform_id = $1)::int AS accounts`,
      [platformId],
    );
    const problems: string[] = [];
    const unbalanced = await rows<{ id: string; total: number; entries: number; foreign: number }>(
      `SELECT t.id, coalesce(sum(e.amount), 0)::bigint AS total, count(e.amount)::int AS entries,
           count(*) FILTER (WHERE a.currency <> t.currency)::int AS foreign
         FROM ledger_transaction t LEFT JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
         LEFT JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
         WHERE t.platform_id = $1 GROUP BY t.id
         HAVING coalesce(sum(e.amount), 0) <> 0 OR count(e.amount) < 2 OR count(*) FILTER (WHERE a.currency <> t.currency) > 0`,
      [platformId],
    );
    for (const { id, total, entries, foreign } of unbalanced)
      problems.push(`Transaction ${id}: ${entries} entries sum to ${total}, ${foreign} of another currency.`);
    const drifted = await rows<{ id: string; kind: string; balance: number; total: number }>(
      `SELECT a.id, a.kind, a.balance, coalesce(sum(e.amount), 0)::bigint AS total
         FROM ledger_account a LEFT JOIN ledger_entry e ON e.platform_id = a.platform_id AND e.account_id = a.id
         WHERE a.platform_id = $1 AND a.balance IS NOT NULL GROUP BY a.platform_id, a.id
         HAVING a.balance <> coalesce(sum(e.amount), 0)`,
      [platformId],
    );
    for (const { id, kind, balance, total } of drifted)
      problems.push(`Account ${id} (${kind}): its balance is ${balance}, its entries sum to ${total}.`);
    const unfounded = await rows<{ id: string; kind: string; balance: number; founded: number }>(UNFOUNDED, [
      platformId,
    ]);
    for (const { id, kind, balance, founded } of unfounded)
      problems.push(
        `Account ${id} (${kind}): its balance is ${balance}, what is held and promised comes to ${founded}.`,
      );
    problems.push(...(await walkChain(rows, platformId)));
    return { platformId, ...counts, problems } as AuditResult;
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');

/** PENDING is the sum of open holds; RESERVED is the sum of open holds and open withdrawals. */
const UNFOUNDED = `
  SELECT a.id, a.kind, a.balance, (f.held + f.promised)::bigint AS founded FROM ledger_account a
  CROSS JOIN LATERAL (
    SELECT coalesce((SELECT sum(h.amount) FROM ledger_hold h WHERE h.platform_id = a.platform_id AND h.person_id = a.owner_id
        AND h.currency = a.currency AND h.state = 'OPEN' AND h.account = a.kind), 0) AS held,
      coalesce((SELECT sum(w.amount) FROM withdrawal w WHERE a.kind = 'RESERVED' AND w.platform_id = a.platform_id
        AND w.person_id = a.owner_id AND w.currency = a.currency AND w.state NOT IN ('PAID', 'REJECTED', 'FAILED', 'CANCELED')), 0) AS promised
  ) f
  WHERE a.platform_id = $1 AND a.kind IN ('PENDING', 'RESERVED') AND a.balance <> f.held + f.promised`;

/** Reports the first place where the chain is broken: no later hash can be checked. */
async function walkChain(
  rows: <Row>(sql: string, values: unknown[]) => Promise<Row[]>,
  platformId: string,
): Promise<string[]> {
  let hash = firstHash(platformId);
  let at = 0;
  while (true) {
    const page = await rows<StoredLink>(
      `${SELECT_LINKS} WHERE t.platform_id = $1 AND t.sequence > $2 ORDER BY t.sequence LIMIT $3`,
      [platformId, at, PAGE],
    );
    for (const link of page) {
      hash = hashLink(hash, link);
      at += 1;
      if (link.sequence !== at) return [`The chain has no transaction at place ${at}.`];
      if (!hash.equals(link.hash))
        return [`Transaction ${link.id} at place ${at} is not what was sealed, or one before it was.`];
    }
    if (page.length < PAGE) return [];
  }
}

/** Audits every platform that has a ledger, one after the other. */
export async function* auditLedgers(database: Runner): AsyncGenerator<AuditResult> {
  const platforms = await database.list<{ platformId: string }>({
    text: 'SELECT DISTINCT platform_id FROM ledger_account ORDER BY 1',
    values: [],
  });
  for (const { platformId } of platforms) yield await auditLedger(database, platformId);
}
