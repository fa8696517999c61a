/** Reads and writes requests for erasure, and what stands in the way of each. */
import {
  type listRequests,
  PRIVACY_ANSWER_DAYS,
  PRIVACY_WAIT_DAYS,
  type PrivacyHindrance,
} from '@feira/schemas/procedures/privacy';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { ERASED_EMAIL } from '../../shared/erased.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import type { Subject } from './subject-model.ts';

const PAID = `y.status = 'APPROVED'`;
const BOUGHT = `FROM sale s JOIN payment y ON y.platform_id = s.platform_id AND y.sale_id = s.id
  WHERE s.platform_id = q.platform_id AND s.buyer_email_lower = q.email`;
const OF_BUYER_OR_SELLER = `s.platform_id = q.platform_id AND (s.buyer_email_lower = q.email OR s.seller_id = q.person_id)`;
const RUNNING = `('TRIALING', 'ACTIVE', 'PAST_DUE', 'PAUSED')`;

/** When each hindrance is there, as a condition on a row `q` with platform_id, person_id and email. */
const CONDITIONS: Record<PrivacyHindrance, string> = {
  TEAM: `SELECT FROM role_grant g WHERE g.platform_id = q.platform_id AND g.person_id = q.person_id AND g.role IN ('manager', 'admin', 'master')`,
  PAYMENT: `SELECT ${BOUGHT} AND (y.status = 'PENDING' OR y.is_provisional OR EXISTS (SELECT FROM payment_attempt a
    WHERE a.platform_id = y.platform_id AND a.payment_id = y.id AND a.state IN ('CREATED', 'UNKNOWN', 'PARKED')))`,
  SUBSCRIPTION: `SELECT FROM subscription s WHERE s.platform_id = q.platform_id AND s.buyer_email_lower = q.email AND s.status IN ${RUNNING}`,
  CUSTOMERS: `SELECT FROM subscription s WHERE s.platform_id = q.platform_id AND s.seller_id = q.person_id AND s.status IN ${RUNNING}`,
  REFUND: `SELECT FROM sale s JOIN payment y ON y.platform_id = s.platform_id AND y.sale_id = s.id
    WHERE ${OF_BUYER_OR_SELLER} AND (
      EXISTS (SELECT FROM refund r WHERE r.platform_id = y.platform_id AND r.payment_id = y.id AND r.state NOT IN ('DONE', 'REFUSED'))
      OR EXISTS (SELECT FROM refund_request r WHERE r.platform_id = y.platform_id AND r.payment_id = y.id AND r.state = 'WAITING'))`,
  DISPUTE: `SELECT FROM dispute d JOIN payment y ON y.platform_id = d.platform_id AND y.id = d.payment_id
    JOIN sale s ON s.platform_id = y.platform_id AND s.id = y.sale_id WHERE ${OF_BUYER_OR_SELLER} AND d.state IN ('OPEN', 'ANSWERED')`,
  SHIPMENT: `SELECT FROM shipment_listing l JOIN sale s ON s.platform_id = l.platform_id AND s.id = l.sale_id
    JOIN payment y ON y.platform_id = s.platform_id AND y.sale_id = s.id AND ${PAID}
    WHERE ${OF_BUYER_OR_SELLER} AND (l.state = 'TO_SHIP' OR l.state = 'SHIPPED' AND s.buyer_email_lower = q.email)`,
  WITHDRAWAL: `SELECT FROM withdrawal w WHERE w.platform_id = q.platform_id AND w.person_id = q.person_id
    AND w.state NOT IN ('PAID', 'REJECTED', 'FAILED', 'CANCELED')`,
  MONEY: `SELECT FROM ledger_account a WHERE a.platform_id = q.platform_id AND a.owner_id = q.person_id AND a.balance <> 0`,
};

/** The SQL of the hindrances of a row `q`, as an array of their names. */
const HINDRANCES = `array_remove(ARRAY[${Object.entries(CONDITIONS)
  .map(([name, condition]) => `CASE WHEN EXISTS (${condition}) THEN '${name}' END`)
  .join(', ')}], NULL)`;

export const selectHindrances = (
  platformId: string,
  { personId, email }: Subject,
): Statement<{ hindrances: PrivacyHindrance[] }> => ({
  text: `SELECT ${HINDRANCES} AS hindrances FROM (SELECT $1::uuid AS platform_id, $2::uuid AS person_id, $3::text AS email) q`,
  values: [platformId, personId, email],
});

export interface RequestRow extends Subject {
  id: string;
  state: 'WAITING' | 'DONE' | 'WITHDRAWN' | 'REFUSED';
  createdAt: Date;
  startsAt: Date;
  dueAt: Date;
  closedAt: Date | null;
  reason: string | null;
  approvals: { personId: string; at: string }[];
}

const COLUMNS =
  'q.id, q.person_id, q.email, q.state, q.created_at, q.starts_at, q.due_at, q.closed_at, q.reason, q.approvals';

/** Requests of the account $2, and those that the team wrote down for its e-mail $3 before there was an account. */
const OF_PERSON = '(q.person_id = $2 OR q.person_id IS NULL AND q.email = $3)';

/** Selects the request that waits, else the last one. */
export const selectLastRequest = (platformId: string, { personId, email }: Subject): Statement<RequestRow> => ({
  text: `SELECT ${COLUMNS} FROM privacy_request q WHERE q.platform_id = $1 AND ${OF_PERSON}
    ORDER BY q.state = 'WAITING' DESC, q.created_at DESC, q.id DESC LIMIT 1`,
  values: [platformId, personId, email],
});

/** Another change of the request waits until the transaction is over. */
export const lockRequest = (platformId: string, id: string): Statement<RequestRow> => ({
  text: `SELECT ${COLUMNS} FROM privacy_request q WHERE q.platform_id = $1 AND q.id = $2 FOR UPDATE`,
  values: [platformId, id],
});

/**
 * Selects whom a request means by now: the account under its present e-mail, and the purchases under the e-mail of the request, unless that is
 * another account's.
 */
export const selectMeant = (platformId: string, { personId, email }: Subject): Statement<Subject> => ({
  text: `SELECT p.id AS person_id, p.email FROM person p WHERE p.platform_id = $1 AND (p.id = $2::uuid OR $2::uuid IS NULL AND p.email = $3)
    UNION ALL SELECT NULL, $3 WHERE NOT EXISTS (SELECT FROM person p WHERE p.platform_id = $1 AND p.email = $3)`,
  values: [platformId, personId, email],
});

/** Finds whom an e-mail means: a person, a buyer without an account, or a customer whom a seller brought. No row where the platform knows nobody by it. */
export const selectByEmail = (platformId: string, email: string): Statement<Subject & { name: string }> => ({
  text: `SELECT p.id AS person_id, $2::text AS email, coalesce(p.name, s.buyer_name, i.name) AS name
    FROM (SELECT 1) one LEFT JOIN person p ON p.platform_id = $1 AND p.email = $2
    LEFT JOIN LATERAL (SELECT buyer_name FROM sale WHERE platform_id = $1 AND buyer_email_lower = $2 ORDER BY created_at DESC LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT coalesce(max(c.name), $2) AS name FROM (
      SELECT name FROM imported_customer WHERE platform_id = $1 AND email = $2
      UNION ALL SELECT name FROM imported_sale WHERE platform_id = $1 AND email = $2
      UNION ALL SELECT name FROM imported_subscription WHERE platform_id = $1 AND email = $2) c HAVING count(*) > 0) i ON true
    WHERE coalesce(p.name, s.buyer_name, i.name) IS NOT NULL`,
  values: [platformId, email],
});

/** Takes back every waiting request of the person. */
export const withdrawRequests = (platformId: string, { personId, email }: Subject, at: Date): Statement => ({
  text: `UPDATE privacy_request q SET state = 'WITHDRAWN', closed_at = $4, closed_by = $2
    WHERE q.platform_id = $1 AND ${OF_PERSON} AND q.state = 'WAITING'`,
  values: [platformId, personId, email, at],
});

export const selectHasPassword = (platformId: string, personId: string): Statement<{ hasPassword: boolean }> => ({
  text: 'SELECT password_hash IS NOT NULL AS has_password FROM person WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId],
});

interface NewRequest extends Subject {
  id: string;
  askedBy: string | null;
  at: Date;
}

/** Inserts nothing where a request of the e-mail or the account waits. */
export const insertRequest = (
  platformId: string,
  { id, personId, email, askedBy, at }: NewRequest,
): Statement<{ id: string }> => ({
  text: `INSERT INTO privacy_request (platform_id, id, person_id, email, asked_by, created_at, starts_at, due_at)
    SELECT $1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz + interval '${PRIVACY_WAIT_DAYS} days',
      $6::timestamptz + interval '${PRIVACY_ANSWER_DAYS} days'
    WHERE NOT EXISTS (SELECT FROM privacy_request w WHERE w.platform_id = $1 AND w.person_id = $3 AND w.state = 'WAITING')
    ON CONFLICT (email, platform_id) WHERE state = 'WAITING' DO NOTHING RETURNING id`,
  values: [platformId, id, personId, email, askedBy, at],
});

export const addApproval = (platformId: string, id: string, approval: { personId: string; at: string }): Statement => ({
  text: 'UPDATE privacy_request SET approvals = approvals || $3::jsonb WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, JSON.stringify([approval])],
});

interface Closing {
  state: 'DONE' | 'WITHDRAWN' | 'REFUSED';
  at: Date;
  closedBy?: string | null;
  reason?: string | null;
  counts?: Record<string, number> | null;
}

/** Closes a request that the transaction has locked. */
export const closeRequest = (
  platformId: string,
  id: string,
  { state, at, closedBy = null, reason = null, counts = null }: Closing,
): Statement => ({
  text: `UPDATE privacy_request SET state = $3, closed_at = $4, closed_by = $5, reason = $6, counts = $7
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, state, at, closedBy, reason, counts && JSON.stringify(counts)],
});

/** The approvals that let a person be erased who is owed money, or owes it. */
export const APPROVALS = 2;

/** The waiting requests that may begin: their wait is over. */
export const selectDue = (now: Date): Statement<{ platformId: string; id: string }> => ({
  text: `SELECT platform_id, id FROM privacy_request WHERE state = 'WAITING' AND starts_at <= $1 ORDER BY starts_at`,
  values: [now],
});

const SENT_NEWS = `template = 'erasure-done' AND state <> 'WAITING' AND recipient <> '${ERASED_EMAIL}'`;

/** The platforms with news of an erasure that has left and still names its address. */
export const selectSentNews = (): Statement<{ platformId: string }> => ({
  text: `SELECT DISTINCT platform_id FROM mail WHERE ${SENT_NEWS}`,
  values: [],
});

export const forgetRecipients = (platformId: string): Statement => ({
  text: `UPDATE mail SET recipient = '${ERASED_EMAIL}' WHERE platform_id = $1 AND ${SENT_NEWS}`,
  values: [platformId],
});

export const REQUESTS: List<
  RowOf<typeof listRequests> & { approvals: RequestRow['approvals'] },
  FilterOf<typeof listRequests> & { callerId: string }
> = {
  isFresh: true,
  sql: ({ state, callerId }, bind) => {
    const caller = bind(callerId);
    return {
      columns: `${COLUMNS}, p.name, q.asked_by IS NOT NULL AS is_by_team,
        CASE WHEN q.state = 'WAITING' THEN ${HINDRANCES} ELSE '{}' END AS hindrances,
        jsonb_array_length(q.approvals) = 1 AS is_half,
        (q.person_id = ${caller}::uuid OR q.approvals @> jsonb_build_array(jsonb_build_object('personId', ${caller}::text))) IS TRUE AS needs_another`,
      from: 'privacy_request q LEFT JOIN person p ON p.platform_id = q.platform_id AND p.id = q.person_id',
      where: ['q.platform_id = $1', state && `q.state = ${bind(state)}`],
      order: newestFirst('q'),
    };
  },
};
