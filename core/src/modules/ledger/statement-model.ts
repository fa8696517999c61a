/** Reads the balances, the movements and the holds of one person. Every statement here names the person. */
import type { Currency } from '@feira/schemas/common';
import type { BALANCE_ACCOUNTS, listHolds, listReceiverParts, POSTING_KINDS } from '@feira/schemas/procedures/balances';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { comesAfter, cursorOf, type List, newestFirst, type Order, orderBy } from '../../shared/list.ts';
import { endIdOf, endOf, firstIdOf, startOf, ZONE } from '../../shared/period.ts';
import { allOf, type Condition } from '../../shared/statement.ts';

export interface Owner {
  personId: string;
  currency: Currency;
}

/** Joins the payment's sale and its title, which is the first item. */
const SALE = `LATERAL (
  SELECT p.sale_id, (SELECT i.title FROM sale_item i WHERE i.platform_id = p.platform_id AND i.sale_id = p.sale_id
    AND i.position = 0 LIMIT 1) AS title
  FROM payment p WHERE p.platform_id = x.platform_id AND p.id = x.payment_id
) p`;

/** Selects who bought. Partners are not told: only the sale's seller is. */
const buyerFor = (person: string) =>
  `SELECT y.buyer_name FROM sale y WHERE y.platform_id = $1 AND y.id = p.sale_id AND y.seller_id = ${person}`;

export interface AccountRow {
  kind: (typeof BALANCE_ACCOUNTS)[number];
  currency: Currency;
  balance: number;
}

/** Selects the person's accounts in every currency. */
export const selectAccounts = (platformId: string, personId: string): Statement<AccountRow> => ({
  text: `SELECT kind, currency, balance FROM ledger_account
    WHERE platform_id = $1 AND owner_id = $2 AND balance IS NOT NULL ORDER BY currency`,
  values: [platformId, personId],
});

export interface ReleaseRow {
  day: string;
  amount: number;
}

/** Selects the amounts that will be released, day by day. Overdue releases count as today's. */
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

export const selectDisputed = (platformId: string, { personId, currency }: Owner): Statement<{ disputed: number }> => ({
  text: `SELECT coalesce(sum(amount), 0)::bigint AS disputed FROM ledger_hold WHERE platform_id = $1 AND person_id = $2
    AND currency = $3 AND state = 'OPEN' AND account = 'RESERVED' AND dispute_id IS NOT NULL`,
  values: [platformId, personId, currency],
});

export interface StatementFilter extends Owner {
  from?: string | undefined;
  to?: string | undefined;
  kind?: (typeof POSTING_KINDS)[number] | undefined;
}

export interface StatementRow {
  id: string;
  occurredAt: Date;
  kind: (typeof POSTING_KINDS)[number];
  saleId: string | null;
  title: string | null;
  buyerName: string | null;
  sale: { saleId: string; title: string; buyerName: string | null } | null;
  withdrawalId: string | null;
  anticipationId: string | null;
  disputeId: string | null;
  pending: number;
  available: number;
  reserved: number;
  owed: number;
  /** Cents on the person's account with the provider, which are no part of the balance. */
  receiver: number;
}

/** An expression that only the indexes of one account are ordered by. */
const PLACE = 'uuid_send(e.transaction_id)';

/** Returns the SQL that reads an id out of a source such as `withdrawal:<id>:requested`. */
const idIn = (what: string) => `substring(x.source FROM '^${what}:([0-9a-f-]{36})')::uuid`;
/** A chargeback is posted for its payment, and the payment leads to the dispute. */
const DISPUTE = `CASE WHEN x.kind IN ('CHARGEBACK', 'CHARGEBACK_WON') THEN (
  SELECT d.id FROM dispute d WHERE d.platform_id = x.platform_id AND d.payment_id = x.payment_id ORDER BY d.opened_at DESC LIMIT 1) END`;

const LATEST = newestFirst('x');

/**
 * Lists the person's transactions, the newest first, in the order of ids, which grow with time. The page is the newest of the last entries
 * of each account, so that PostgreSQL reads only what the page shows, however long the statement is.
 */
export const STATEMENT: List<StatementRow, StatementFilter> = {
  sql: {
    text: ({ personId, currency, from, to, kind }, bind, { after, limit }) => {
      const [person, first, last] = [bind(personId), from && bind(from), to && bind(to)];
      const moments = allOf([first && `t.created_at >= ${startOf(first)}`, last && `t.created_at < ${endOf(last)}`]);
      const where = allOf([
        'e.platform_id = $1',
        'e.account_id = m.id',
        first && `${PLACE} >= uuid_send(${firstIdOf(first)})`,
        last && `${PLACE} < uuid_send(${endIdOf(last)})`,
        // A subquery checks each entry in the index's order; with a join the planner would read and sort all entries of the days.
        (first || last) &&
          `(SELECT ${moments} FROM ledger_transaction t WHERE t.platform_id = e.platform_id AND t.id = e.transaction_id)`,
        kind && `e.kind = ${bind(kind)}`,
        after && `${PLACE} < uuid_send(${bind(after.id)}::uuid)`,
      ]);
      const sum = (account: string) => `coalesce(sum(e.amount) FILTER (WHERE m.kind = '${account}'), 0)::bigint`;
      return `
        WITH mine AS MATERIALIZED (
          SELECT id, kind FROM ledger_account WHERE platform_id = $1 AND owner_id = ${person}
            AND currency = ${bind(currency)} AND (balance IS NOT NULL OR kind = 'RECEIVER')
        ), page AS MATERIALIZED (
          SELECT DISTINCT found.id FROM mine m CROSS JOIN LATERAL (
            SELECT e.transaction_id AS id FROM ledger_entry e WHERE ${where} ORDER BY ${PLACE} DESC LIMIT ${limit}
          ) found ORDER BY 1 DESC LIMIT ${limit}
        )
        SELECT x.id, x.created_at AS occurred_at, x.kind, p.sale_id, p.title, b.buyer_name, s.*,
          CASE WHEN p.sale_id IS NOT NULL
            THEN jsonb_build_object('saleId', p.sale_id, 'title', coalesce(p.title, ''), 'buyerName', b.buyer_name) END AS sale,
          ${idIn('withdrawal')} AS withdrawal_id, ${idIn('anticipation')} AS anticipation_id,
          coalesce(${idIn('dispute')}, ${DISPUTE}) AS dispute_id, ${cursorOf(LATEST)}
        FROM page JOIN ledger_transaction x ON x.platform_id = $1 AND x.id = page.id
        CROSS JOIN LATERAL (
          SELECT ${sum('PENDING')} AS pending, ${sum('AVAILABLE')} AS available, ${sum('RESERVED')} AS reserved, ${sum('OWED')} AS owed,
            ${sum('RECEIVER')} AS receiver
          FROM ledger_entry e JOIN mine m ON m.id = e.account_id WHERE e.platform_id = $1 AND e.transaction_id = page.id
        ) s
        LEFT JOIN ${SALE} ON true
        LEFT JOIN LATERAL (${buyerFor(person)}) b ON true
        ORDER BY x.id DESC`;
    },
  },
};

/** The balance after a movement: what can be used, and all of it with what is held, reserved and owed. */
export interface BalanceAfter {
  available: number;
  total: number;
}

/** Selects the balance after one movement: today's without the movements that came later, which one index has with their amounts. */
const selectBalanceAfter = (
  platformId: string,
  { personId, currency }: Owner,
  transactionId: string,
): Statement<BalanceAfter> => ({
  text: `
    SELECT coalesce(sum(a.balance - later.amount) FILTER (WHERE a.kind = 'AVAILABLE'), 0)::bigint AS available,
      coalesce(sum(a.balance - later.amount), 0)::bigint AS total
    FROM ledger_account a CROSS JOIN LATERAL (
      SELECT coalesce(sum(e.amount), 0) AS amount FROM ledger_entry e
      WHERE e.platform_id = $1 AND e.account_id = a.id AND ${PLACE} > uuid_send($4::uuid)
    ) later
    WHERE a.platform_id = $1 AND a.owner_id = $2 AND a.currency = $3 AND a.balance IS NOT NULL`,
  values: [platformId, personId, currency, transactionId],
});

type Moved = Pick<StatementRow, 'id' | 'pending' | 'available' | 'reserved' | 'owed'>;

/**
 * Returns the balance after each of these movements, which follow each other, the newest first. `known` is the balance after the first
 * of them, where a caller has it from the movement before. Empty for a list of
 * one kind: other movements lie between its lines.
 */
export async function readBalancesAfter(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  { kind, ...owner }: StatementFilter,
  rows: readonly Moved[],
  known?: BalanceAfter,
): Promise<BalanceAfter[]> {
  const [newest] = rows;
  if (!newest || kind) return [];
  let after = known ?? (await database.find(platformId, selectBalanceAfter(platformId, owner, newest.id)))!;
  return rows.map((row) => {
    const balance = after;
    after = balanceBefore(balance, row);
    return balance;
  });
}

export const balanceBefore = (
  { available, total }: BalanceAfter,
  row: Pick<Moved, 'pending' | 'available' | 'reserved' | 'owed'>,
): BalanceAfter => ({
  available: available - row.available,
  total: total - row.available - row.pending - row.reserved - row.owed,
});

export interface ReceiverPartRow extends RowOf<typeof listReceiverParts> {}

/** Groups by the connection that charged the sale: the one whose provider account the posting moved most. */
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
    SELECT c.id AS connection_id, c.provider, c.name, r.receiver_id,
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

interface HoldRow extends RowOf<typeof listHolds> {}

/** The cursor position of a hold without a release time: it comes after every time. */
const NEVER = 9_000_000_000_000_000;

const SOONEST: Order = { by: 'release_at', id: 'id', isAscending: true };

interface HoldFilter extends Owner {
  reason?: HoldRow['reason'] | undefined;
}

/** Lists holds by their release, the soonest first; holds that wait for a decision come last. */
export const HOLDS: List<HoldRow, HoldFilter> = {
  sql: {
    text: ({ personId, currency, reason }, bind, { after, limit }) => {
      const isUndated = after?.position === NEVER;
      const where = [
        'platform_id = $1',
        `person_id = ${bind(personId)}`,
        `currency = ${bind(currency)}`,
        "state = 'OPEN'",
        reason && `reason = ${bind(reason)}`,
      ];
      const part = (...conditions: Condition[]) =>
        `(SELECT * FROM ledger_hold WHERE ${allOf([...where, ...conditions])} ORDER BY ${orderBy(SOONEST)} LIMIT ${limit})`;
      const dated = isUndated ? [] : [part('release_at IS NOT NULL', comesAfter(SOONEST, after, bind))];
      const undated = part('release_at IS NULL', isUndated && `id > ${bind(after.id)}::uuid`);
      return `
        WITH page AS (
          SELECT * FROM (${[...dated, undated].join(' UNION ALL ')}) found ORDER BY ${orderBy(SOONEST)} LIMIT ${limit}
        )
        SELECT x.id, x.reason, p.sale_id, p.title, x.amount, x.currency, x.created_at, x.release_at, x.rule,
          x.anticipation_id IS NOT NULL AS is_anticipating, x.dispute_id IS NOT NULL AS is_disputed,
          ${cursorOf({ by: `coalesce(x.release_at, to_timestamp(${NEVER / 1_000_000}))`, id: 'x.id' })}
        FROM page x CROSS JOIN ${SALE} ORDER BY x.release_at, x.id`;
    },
  },
};
