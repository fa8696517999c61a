/** Reads the parts of a person's profile: who it is, balance, risk, destinations, contracts, disputes and sessions. */
import type { Currency } from '@feira/schemas/common';
import type { Output, Role } from '@feira/schemas/procedure';
import type { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import {
  type getDestinations,
  type getMoney,
  type listContracts,
  type listDisputes,
  type listSessions,
  type listWithdrawals,
  RISK_DAYS,
} from '@feira/schemas/procedures/profiles';
import type { Statement } from '../../plugins/database.ts';
import { endIdOf, endOf, firstIdOf, startOf } from '../../shared/period.ts';
import { openValues } from '../../shared/statement.ts';
import type { DestinationRow } from '../payouts/model.ts';
import { STAFF_ONLY } from '../people/model.ts';
import { selectFacts, type Through } from '../reports/model.ts';

/** The type of a row before its schema writes dates as texts. */
type Row<T> = T extends string
  ? string extends T
    ? string | Date
    : T
  : T extends readonly (infer Item)[]
    ? Row<Item>[]
    : T extends object
      ? { [Name in keyof T]: Row<T[Name]> }
      : T;

/** The number of rows that a list shows; the page of everybody shows the rest. */
const MOST_ROWS = 10;
const MOST_CONTRACTS = 50;
const MOST_SESSIONS = 20;

interface HeadRow {
  id: string;
  name: string;
  email: string;
  status: (typeof PERSON_STATUSES)[number];
  roles: Role[];
  createdAt: Date;
  document: string | null;
  isUser: boolean;
  openDisputes: number;
  openRequests: number;
}

/**
 * Finds a user or a manager. Administrators and masters who are neither have no profile: nobody decides about money of theirs, and
 * colleagues are no business of the list of users.
 */
export const selectHead = (platformId: string, personId: string): Statement<HeadRow> => ({
  text: `
    SELECT * FROM (
      SELECT p.id, p.name, p.email, p.status, p.created_at, p.document,
        (SELECT coalesce(array_agg(r.role ORDER BY r.role), '{}') FROM role_grant r
          WHERE r.platform_id = p.platform_id AND r.person_id = p.id) AS roles,
        p.id NOT IN (${STAFF_ONLY}) AS is_user,
        (SELECT count(*) FROM dispute d WHERE d.platform_id = p.platform_id AND d.seller_id = p.id
          AND d.state IN ('OPEN', 'ANSWERED')) AS open_disputes,
        (SELECT count(*) FROM refund_request r WHERE r.platform_id = p.platform_id AND r.seller_id = p.id
          AND r.state = 'WAITING') AS open_requests
      FROM person p WHERE p.platform_id = $1 AND p.id = $2
    ) AS found WHERE is_user OR 'manager' = ANY (roles)`,
  values: [platformId, personId],
});

export interface Risk {
  sales: number;
  gross: number;
  refunds: number;
  refunded: number;
  disputes: number;
  disputed: number;
}

interface RiskRow extends Risk {
  isRecent: boolean;
}

/** The period of both halves: the days before `from`, and the days from it to `to`. */
export interface RiskPeriod {
  start: string;
  from: string;
  to: string;
  currency: Currency;
}

/**
 * Sums up the last days and as many before, in one row each. Sales and money are the facts of the reports. Refunds are counted once for
 * each payment, by the postings of the seller's own accounts.
 */
export function selectRisk(
  platformId: string,
  personId: string,
  { start, from, to, currency }: RiskPeriod,
  through: Through,
): Statement<RiskRow> {
  const { values, bind } = openValues(platformId);
  const [person, first, middle, last, money] = [bind(personId), bind(start), bind(from), bind(to), bind(currency)];
  return {
    text: `
      WITH ${selectFacts(bind, { from: start, to, currency, personIds: [personId] }, through)}, turnover AS (
        SELECT day >= ${middle}::date AS is_recent, sum(sales)::bigint AS sales, sum(gross)::bigint AS gross,
          sum(refunded)::bigint AS refunded
        FROM facts WHERE role = 'seller' GROUP BY 1
      ), given_back AS (
        SELECT t.created_at >= ${startOf(middle)} AS is_recent, count(DISTINCT t.payment_id) AS refunds
        FROM ledger_account a
        JOIN ledger_entry e ON e.platform_id = a.platform_id AND e.account_id = a.id AND e.kind = 'REFUND'
          AND uuid_send(e.transaction_id) >= uuid_send(${firstIdOf(first)})
          AND uuid_send(e.transaction_id) < uuid_send(${endIdOf(last)})
        JOIN ledger_transaction t ON t.platform_id = e.platform_id AND t.id = e.transaction_id
          AND t.created_at >= ${startOf(first)} AND t.created_at < ${endOf(last)}
        JOIN payment p ON p.platform_id = t.platform_id AND p.id = t.payment_id
        JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id AND s.seller_id = a.owner_id
        WHERE a.platform_id = $1 AND a.owner_id = ${person} AND a.currency = ${money} GROUP BY 1
      ), contested AS (
        SELECT d.opened_at >= ${startOf(middle)} AS is_recent, count(*) AS disputes, sum(d.amount)::bigint AS disputed
        FROM dispute d WHERE d.platform_id = $1 AND d.seller_id = ${person} AND d.currency = ${money} AND d.state <> 'WON'
          AND d.opened_at >= ${startOf(first)} AND d.opened_at < ${endOf(last)} GROUP BY 1
      )
      SELECT half.is_recent, coalesce(sales, 0) AS sales, coalesce(gross, 0) AS gross, coalesce(refunds, 0) AS refunds,
        coalesce(refunded, 0) AS refunded, coalesce(disputes, 0) AS disputes, coalesce(disputed, 0) AS disputed
      FROM (VALUES (true), (false)) AS half(is_recent)
      LEFT JOIN turnover USING (is_recent) LEFT JOIN given_back USING (is_recent) LEFT JOIN contested USING (is_recent)`,
    values,
  };
}

/** The days that the risk of `RISK_DAYS` covers, today included. */
export const RISK_OFFSETS = { from: 1 - RISK_DAYS, start: 1 - 2 * RISK_DAYS } as const;

type MoneyRows = Row<Output<typeof getMoney>>;

export const selectHoldReasons = (platformId: string, personId: string): Statement<MoneyRows['reasons'][number]> => ({
  text: `SELECT currency, reason, count(*) AS count, sum(amount)::bigint AS amount, min(release_at) AS next_at
    FROM ledger_hold WHERE platform_id = $1 AND person_id = $2 AND state = 'OPEN' GROUP BY currency, reason
    ORDER BY currency, reason`,
  values: [platformId, personId],
});

export const selectNextHolds = (platformId: string, personId: string): Statement<MoneyRows['holds'][number]> => ({
  text: `SELECT h.id, p.sale_id, h.currency, h.reason, h.amount, h.release_at
    FROM ledger_hold h JOIN payment p ON p.platform_id = h.platform_id AND p.id = h.payment_id
    WHERE h.platform_id = $1 AND h.person_id = $2 AND h.state = 'OPEN' ORDER BY h.release_at, h.id LIMIT ${MOST_ROWS}`,
  values: [platformId, personId],
});

export const selectWithdrawals = (
  platformId: string,
  personId: string,
): Statement<Row<Output<typeof listWithdrawals>>['items'][number]> => ({
  text: `SELECT id, role, currency, amount, state, created_at, closed_at FROM withdrawal
    WHERE platform_id = $1 AND person_id = $2 AND role = 'seller' ORDER BY created_at DESC, id DESC LIMIT ${MOST_ROWS}`,
  values: [platformId, personId],
});

type DestinationRows = Row<Output<typeof getDestinations>>;

export const selectDestinationUses = (
  platformId: string,
  personId: string,
): Statement<Omit<DestinationRows['destinations'][number], 'label'> & DestinationRow> => ({
  text: `SELECT d.id, d.kind, d.pix_type, d.pix_key, d.bank_code, d.branch_number, d.branch_digit, d.account_number,
      d.account_digit, d.account_type, d.reason, d.holder_name, d.status, d.created_at, d.usable_at,
      (SELECT max(w.closed_at) FROM withdrawal w WHERE w.platform_id = d.platform_id
        AND w.person_id = d.person_id AND w.destination_id = d.id AND w.state = 'PAID') AS paid_at
    FROM payout_destination d WHERE d.platform_id = $1 AND d.person_id = $2 AND d.status <> 'REMOVED'
    ORDER BY d.created_at DESC, d.id DESC`,
  values: [platformId, personId],
});

export const selectReceivers = (
  platformId: string,
  personId: string,
): Statement<DestinationRows['receivers'][number]> => ({
  text: `SELECT r.id, r.provider, r.status, r.reason, r.created_at, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title, 'status', d.status, 'reason', d.reason)
        ORDER BY d.title, d.id), '[]')
      FROM receiver_document d WHERE d.platform_id = r.platform_id AND d.receiver_row_id = r.id) AS documents
    FROM receiver r WHERE r.platform_id = $1 AND r.person_id = $2 ORDER BY r.created_at DESC, r.id DESC`,
  values: [platformId, personId],
});

/** Contracts of the person's own products, and those that the person has with other sellers. */
export const selectContracts = (
  platformId: string,
  personId: string,
): Statement<Row<Output<typeof listContracts>>['items'][number]> => {
  const contract = (kind: string, table: string, columns: string, isGiven: boolean) => `
    SELECT c.id, '${kind}' AS kind, ${isGiven} AS is_given, p.name AS product, ${columns}, c.basis_points, c.status, c.created_at
    FROM ${table} c JOIN product p ON p.platform_id = c.platform_id AND p.id = c.product_id
    JOIN person s ON s.platform_id = p.platform_id AND s.id = p.seller_id
    LEFT JOIN person m ON m.platform_id = c.platform_id AND m.id = c.person_id
    WHERE c.platform_id = $1 AND ${isGiven ? 'p.seller_id' : 'c.person_id'} = $2`;
  const invited = 'coalesce(m.name, c.email) AS other, c.ends_at';
  return {
    text: `
      SELECT * FROM (
        ${contract('CO_PRODUCTION', 'co_production', invited, true)}
        UNION ALL ${contract('CO_PRODUCTION', 'co_production', 's.name AS other, c.ends_at', false)}
        UNION ALL ${contract('AFFILIATION', 'affiliation', 'm.name AS other, NULL::timestamptz AS ends_at', true)}
        UNION ALL ${contract('AFFILIATION', 'affiliation', 's.name AS other, NULL::timestamptz AS ends_at', false)}
      ) AS every ORDER BY created_at DESC, id LIMIT ${MOST_CONTRACTS}`,
    values: [platformId, personId],
  };
};

export const selectDisputes = (
  platformId: string,
  personId: string,
): Statement<Row<Output<typeof listDisputes>>['items'][number]> => ({
  text: `SELECT d.id, p.sale_id, d.kind, d.state, d.amount, d.currency, d.opened_at, d.due_at
    FROM dispute d JOIN payment p ON p.platform_id = d.platform_id AND p.id = d.payment_id
    WHERE d.platform_id = $1 AND d.seller_id = $2
    ORDER BY d.state IN ('OPEN', 'ANSWERED') DESC, d.opened_at DESC, d.id DESC LIMIT ${MOST_ROWS}`,
  values: [platformId, personId],
});

export const selectSessions = (
  platformId: string,
  personId: string,
): Statement<Row<Output<typeof listSessions>>['items'][number]> => ({
  text: `SELECT id, state = 'ACTIVE' AND revoked_at IS NULL AND expires_at > now() AS is_open, created_at, last_seen_at, user_agent,
      host(ip) AS ip
    FROM session WHERE platform_id = $1 AND person_id = $2 AND impersonator_session_id IS NULL
    ORDER BY created_at DESC, id DESC LIMIT ${MOST_SESSIONS}`,
  values: [platformId, personId],
});
