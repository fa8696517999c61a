/** What one person has, what moved it and what is held of it. Every statement names the person: there is none for all. */
import type { Currency } from '@feira/schemas/common';
import type { BALANCE_ACCOUNTS, HOLD_REASONS, POSTING_KINDS } from '@feira/schemas/procedures/balances';
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';
import { endIdOf, endOf, firstIdOf, startOf, ZONE } from '../../shared/period.ts';

/** Whose, and in which currency. */
export interface Owner {
  personId: string;
  currency: Currency;
}

/** What a payment is called in lists: the first thing that was bought. */
const PAYMENT = `LATERAL (
  SELECT p.public_id AS "paymentId", (SELECT i.title FROM sale_item i WHERE i.platform_id = p.platform_id AND i.sale_id = p.sale_id
    AND i.position = 0 LIMIT 1) AS title
  FROM payment p WHERE p.platform_id = x.platform_id AND p.id = x.payment_id
) p`;

export interface AccountRow {
  kind: (typeof BALANCE_ACCOUNTS)[number];
  currency: Currency;
  balance: number;
}

/** Of every currency. */
export const selectAccounts = (platformId: string, personId: string): Statement<AccountRow> => ({
  text: `SELECT kind, currency, balance FROM ledger_account
    WHERE platform_id = $1 AND owner_id = $2 AND balance IS NOT NULL ORDER BY currency`,
  values: [platformId, personId],
});

export interface ReleaseRow {
  day: string;
  amount: number;
}

/** What is due already comes today. */
export const selectReleases = (
  platformId: string,
  { personId, currency }: Owner,
  now: Date,
): Statement<ReleaseRow> => ({
  text: `
    SELECT greatest((release_at AT TIME ZONE ${ZONE})::date, ($4::timestamptz AT TIME ZONE ${ZONE})::date)::text AS day,
      sum(amount)::bigint AS amount
    FROM ledger_hold WHERE platform_id = $1 AND person_id = $2 AND currency = $3 AND state = 'OPEN' AND account = 'PENDING'
      AND dispute_id IS NULL AND release_at IS NOT NULL
    GROUP BY 1 ORDER BY 1 LIMIT 30`,
  values: [platformId, personId, currency, now],
});

export const selectDisputed = (platformId: string, { personId, currency }: Owner): Statement => ({
  text: `SELECT coalesce(sum(amount), 0)::bigint AS disputed FROM ledger_hold WHERE platform_id = $1 AND person_id = $2
    AND currency = $3 AND state = 'OPEN' AND account = 'RESERVED' AND dispute_id IS NOT NULL`,
  values: [platformId, personId, currency],
});

export interface StatementFilter {
  from?: string | undefined;
  to?: string | undefined;
  kind?: (typeof POSTING_KINDS)[number] | undefined;
  after?: PageCursor | undefined;
}

export interface StatementRow {
  id: string;
  occurredAt: Date;
  kind: (typeof POSTING_KINDS)[number];
  paymentId: string | null;
  title: string | null;
  withdrawalId: string | null;
  anticipationId: string | null;
  disputeId: string | null;
  pending: number;
  available: number;
  reserved: number;
  owed: number;
  /** At the person's account with the provider: no part of the balance. */
  receiver: number;
  microseconds: number;
}

/** Ids in the form in which only indexes of one account have them in order. */
const PLACE = 'uuid_send(e.transaction_id)';

/** Sources name the fact: `withdrawal:<id>:requested`. */
const idIn = (what: string) => `substring(x.source FROM '^${what}:([0-9a-f-]{36})')::uuid`;
/** What a bank takes back is posted for its payment; the case it opened is found by that. */
const DISPUTE = `CASE WHEN x.kind IN ('CHARGEBACK', 'CHARGEBACK_WON') THEN (
  SELECT d.id FROM dispute d WHERE d.platform_id = x.platform_id AND d.payment_id = x.payment_id ORDER BY d.opened_at DESC LIMIT 1) END`;

/**
 * In the order of ids, which grow with time: each of the person's accounts gives a page from the end of its own entries, and
 * the newest of these are the page. Nothing is read but what is shown, however long the statement is.
 */
export function selectStatement(
  platformId: string,
  owner: Owner,
  filter: StatementFilter,
  limit: number,
): Statement<StatementRow> {
  const values: unknown[] = [platformId, owner.personId, owner.currency];
  const value = (item: unknown) => `$${values.push(item)}`;
  const { from, to, kind, after } = filter;
  const conditions = ['e.platform_id = $1', 'e.account_id = m.id'];
  const moments: string[] = [];
  if (from) {
    const day = value(from);
    conditions.push(`${PLACE} >= uuid_send(${firstIdOf(day)})`);
    moments.push(`t.created_at >= ${startOf(day)}`);
  }
  if (to) {
    const day = value(to);
    conditions.push(`${PLACE} < uuid_send(${endIdOf(day)})`);
    moments.push(`t.created_at < ${endOf(day)}`);
  }
  // Entry by entry, as the index gives them: joined, a planner would rather read all of the days and sort them.
  if (moments.length > 0) {
    conditions.push(`(SELECT ${moments.join(' AND ')} FROM ledger_transaction t
            WHERE t.platform_id = e.platform_id AND t.id = e.transaction_id)`);
  }
  if (kind) conditions.push(`e.kind = ${value(kind)}`);
  if (after) conditions.push(`${PLACE} < uuid_send(${value(after.id)}::uuid)`);
  const count = value(limit);
  const sum = (account: string) => `coalesce(sum(e.amount) FILTER (WHERE m.kind = '${account}'), 0)::bigint`;
  return {
    text: `
      WITH mine AS MATERIALIZED (
        SELECT id, kind FROM ledger_account
        WHERE platform_id = $1 AND owner_id = $2 AND currency = $3 AND (balance IS NOT NULL OR kind = 'RECEIVER')
      ), page AS MATERIALIZED (
        SELECT DISTINCT found.id FROM mine m CROSS JOIN LATERAL (
          SELECT e.transaction_id AS id FROM ledger_entry e
          WHERE ${conditions.join(' AND ')} ORDER BY ${PLACE} DESC LIMIT ${count}
        ) found ORDER BY 1 DESC LIMIT ${count}
      )
      SELECT x.id, x.created_at AS "occurredAt", x.kind, p."paymentId", p.title, s.*,
        ${idIn('withdrawal')} AS "withdrawalId", ${idIn('anticipation')} AS "anticipationId", coalesce(${idIn('dispute')}, ${DISPUTE}) AS "disputeId",
        ${microsecondsOf('x.created_at')} AS microseconds
      FROM page JOIN ledger_transaction x ON x.platform_id = $1 AND x.id = page.id
      CROSS JOIN LATERAL (
        SELECT ${sum('PENDING')} AS pending, ${sum('AVAILABLE')} AS available, ${sum('RESERVED')} AS reserved, ${sum('OWED')} AS owed,
          ${sum('RECEIVER')} AS receiver
        FROM ledger_entry e JOIN mine m ON m.id = e.account_id WHERE e.platform_id = $1 AND e.transaction_id = page.id
      ) s
      LEFT JOIN ${PAYMENT} ON true
      ORDER BY x.id DESC`,
    values,
  };
}

export interface ReceiverPartRow {
  connectionId: string;
  provider: string;
  name: string;
  receiverId: string | null;
  received: number;
  returned: number;
  sales: number;
}

/** By the connection whose money each posting moved most of: a sale is split where it was charged. */
export const selectReceiverParts = (
  platformId: string,
  { personId, currency }: Owner,
  { from, to }: { from: string; to: string },
): Statement<ReceiverPartRow> => ({
  text: `
    WITH moved AS MATERIALIZED (
      SELECT e.transaction_id, e.amount, t.payment_id FROM ledger_account m
      JOIN ledger_entry e ON e.platform_id = m.platform_id AND e.account_id = m.id
      JOIN ledger_transaction t ON t.platform_id = e.platform_id AND t.id = e.transaction_id
      WHERE m.platform_id = $1 AND m.owner_id = $2 AND m.currency = $3 AND m.kind = 'RECEIVER'
        AND ${PLACE} >= uuid_send(${firstIdOf('$4')}) AND ${PLACE} < uuid_send(${endIdOf('$5')})
        AND t.created_at >= ${startOf('$4')} AND t.created_at < ${endOf('$5')}
    )
    SELECT c.id AS "connectionId", c.provider, c.name, r.receiver_id AS "receiverId",
      coalesce(sum(moved.amount) FILTER (WHERE moved.amount > 0), 0)::bigint AS received,
      coalesce(-sum(moved.amount) FILTER (WHERE moved.amount < 0), 0)::bigint AS returned,
      count(DISTINCT moved.payment_id)::int AS sales
    FROM moved CROSS JOIN LATERAL (
      SELECT a.owner_id FROM ledger_entry o JOIN ledger_account a ON a.platform_id = o.platform_id AND a.id = o.account_id
      WHERE o.platform_id = $1 AND o.transaction_id = moved.transaction_id AND a.kind = 'PROVIDER' ORDER BY abs(o.amount) DESC LIMIT 1
    ) charged
    JOIN provider_connection c ON c.platform_id = $1 AND c.id = charged.owner_id
    LEFT JOIN receiver r ON r.platform_id = $1 AND r.connection_id = c.id AND r.person_id = $2 AND r.status <> 'REJECTED'
    GROUP BY c.id, c.provider, c.name, c.created_at, r.receiver_id ORDER BY c.created_at, c.id`,
  values: [platformId, personId, currency, from, to],
});

export interface HoldRow {
  id: string;
  reason: (typeof HOLD_REASONS)[number];
  paymentId: string;
  title: string;
  amount: number;
  currency: Currency;
  createdAt: Date;
  releaseAt: Date | null;
  rule: { days?: number; guaranteeDays?: number; reserveBasisPoints?: number };
  isAnticipating: boolean;
  isDisputed: boolean;
  microseconds: number;
}

/** Stands in a cursor for no time at all, behind every other. */
const NEVER = 9_000_000_000_000_000;

/** Soonest first; those that wait for somebody's decision last. */
export function selectHolds(
  platformId: string,
  owner: Owner,
  { reason, after }: { reason?: (typeof HOLD_REASONS)[number] | undefined; after?: PageCursor | undefined },
  limit: number,
): Statement<HoldRow> {
  const values: unknown[] = [platformId, owner.personId, owner.currency];
  const value = (item: unknown) => `$${values.push(item)}`;
  const conditions = ['platform_id = $1', 'person_id = $2', 'currency = $3', "state = 'OPEN'"];
  if (reason) conditions.push(`reason = ${value(reason)}`);
  const dated = [...conditions, 'release_at IS NOT NULL'];
  const undated = [...conditions, 'release_at IS NULL'];
  if (after?.microseconds === NEVER) undated.push(`id > ${value(after.id)}::uuid`);
  else if (after)
    dated.push(`(release_at, id) > (${timeOfCursor(value(after.microseconds))}, ${value(after.id)}::uuid)`);
  const count = value(limit);
  const part = (wanted: string[]) =>
    `(SELECT * FROM ledger_hold WHERE ${wanted.join(' AND ')} ORDER BY release_at, id LIMIT ${count})`;
  const parts = after?.microseconds === NEVER ? [part(undated)] : [part(dated), part(undated)];
  return {
    text: `
      WITH page AS (SELECT * FROM (${parts.join(' UNION ALL ')}) found ORDER BY release_at, id LIMIT ${count})
      SELECT x.id, x.reason, p."paymentId", p.title, x.amount, x.currency, x.created_at AS "createdAt", x.release_at AS "releaseAt",
        x.rule, x.anticipation_id IS NOT NULL AS "isAnticipating", x.dispute_id IS NOT NULL AS "isDisputed",
        coalesce(${microsecondsOf('x.release_at')}, ${NEVER}) AS microseconds
      FROM page x CROSS JOIN ${PAYMENT} ORDER BY x.release_at, x.id`,
    values,
  };
}
