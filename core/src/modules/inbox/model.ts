/** Reads what waits for the platform's team, each kind by the condition of the list that it leads to, and writes whose it is. */
import type { countItems, listItems } from '@feira/schemas/procedures/inbox';
import { WORK, type WORK_HOLDERS, WORK_KINDS, type WorkKind } from '@feira/schemas/procedures/inbox';
import { SETTLE_AFTER_HOURS } from '@feira/schemas/procedures/refunds';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { Identity } from '../../plugins/sessions.ts';
import type { RowOf } from '../../shared/answer.ts';
import type { List } from '../../shared/list.ts';
import { type Bind, openValues } from '../../shared/statement.ts';
import { IN_REVIEW } from '../payments/model.ts';

/** The kinds that somebody sees: all of some kinds as an administrator, and those of the own sellers as a manager. */
export interface Viewer {
  /** Null where nobody in particular asks. */
  personId: string | null;
  all: readonly WorkKind[];
  ofSellers: readonly WorkKind[];
}

const WANTED = `jsonb_build_array(jsonb_build_object('personId', :me))`;
const NOTHING = 'NULL::timestamptz';

interface Source {
  from: string;
  where: string;
  id: string;
  since: string;
  /** The column of a deadline that others set. */
  deadline?: string;
  personId: string;
  title?: string;
  amount?: string;
  currency?: string;
  reference?: string;
  isHalf?: string;
  /** The condition that one call without further facts approves it. */
  isApprovable?: string;
  /** The condition that ':me' may not decide it. The person whom it concerns never may. */
  needsAnother?: string;
}

const SALE = (payment: string) => `JOIN payment p ON p.platform_id = x.platform_id AND p.id = ${payment}
  JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  LEFT JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0`;

const withdrawals = (role: 'seller' | 'manager'): Source => ({
  from: 'withdrawal x',
  where: `x.role = '${role}' AND (x.state = 'WAITING' OR x.contradicted_as IS NOT NULL
    OR (x.state IN ('SENT', 'UNKNOWN') AND x.settlement IS NOT NULL))`,
  id: 'x.id',
  since: 'x.created_at',
  personId: 'x.person_id',
  amount: 'x.amount - x.fee',
  currency: 'x.currency',
  isHalf: 'x.settlement IS NOT NULL OR jsonb_array_length(x.approvals) > 0',
  isApprovable: `x.state = 'WAITING'`,
  needsAnother: `(x.approvals @> ${WANTED} OR coalesce(x.settlement ->> 'personId' = :me::text, false))`,
});

/** Changes of money rules that wait for a second person. One that has a day has to be decided before it. */
const proposals = (where: string) => ({
  from: 'money_rule_proposal x',
  where: `x.status = 'WAITING' AND ${where}`,
  id: 'x.id',
  since: 'x.created_at',
  deadline: 'x.effective_at',
  title: 'x.subject_name',
  needsAnother: 'x.proposer_id = :me',
});

const SOURCES: Record<WorkKind, Source> = {
  DISPUTES: {
    from: `dispute x ${SALE('x.payment_id')}`,
    where: `x.state = 'OPEN'`,
    id: 'x.id',
    since: 'x.opened_at',
    deadline: 'x.due_at',
    personId: 'x.seller_id',
    title: 'i.title',
    amount: 'x.amount',
    currency: 'x.currency',
    reference: 'p.public_id',
  },
  REQUESTS: {
    from: `refund_request x ${SALE('x.payment_id')}`,
    where: `x.state = 'WAITING'`,
    id: 'x.id',
    since: 'x.created_at',
    deadline: 'x.decide_by',
    personId: 'x.seller_id',
    title: 'i.title',
    amount: 'p.amount',
    currency: 'p.currency',
    reference: 'x.protocol',
    // A request by law waits for the return of a surplus, and is granted by itself after it.
    isApprovable: `x.ground <> 'LAW'`,
  },
  PARKED: {
    from: `payment_attempt x ${SALE('x.payment_id')}`,
    where: `x.state = 'PARKED'`,
    id: 'x.id',
    since: 'x.created_at',
    personId: 's.seller_id',
    title: 'i.title',
    amount: 'coalesce(x.amount, p.amount)',
    currency: 'p.currency',
    reference: 'p.public_id',
  },
  REFUNDS: {
    from: `refund x ${SALE('x.payment_id')}`,
    where: `x.state IN ('PENDING', 'UNKNOWN') AND x.created_at < now() - interval '${SETTLE_AFTER_HOURS} hours'`,
    id: 'x.id',
    since: `x.created_at + interval '${SETTLE_AFTER_HOURS} hours'`,
    personId: 's.seller_id',
    title: 'i.title',
    amount: 'x.amount',
    currency: 'p.currency',
    reference: 'p.public_id',
  },
  WITHDRAWALS: withdrawals('seller'),
  MANAGER_WITHDRAWALS: withdrawals('manager'),
  ANTICIPATIONS: {
    from: 'anticipation x',
    where: `x.state = 'WAITING'`,
    id: 'x.id',
    since: 'x.created_at',
    personId: 'x.person_id',
    amount: 'x.amount - x.fee',
    currency: 'x.currency',
    isApprovable: 'true',
  },
  BANK_ACCOUNTS: {
    from: 'payout_destination x',
    where: `x.status = 'WAITING'`,
    id: 'x.id',
    since: 'x.created_at',
    personId: 'x.person_id',
  },
  RECEIVERS: {
    from: 'receiver x',
    where: `x.state = 'UNKNOWN'`,
    id: 'x.id',
    since: 'x.created_at',
    personId: 'x.person_id',
    title: 'x.provider',
  },
  REVIEWS: {
    // The index of payments in review serves conditions on this table alone.
    from: `(SELECT p.* FROM payment p WHERE p.platform_id = $1 AND ${IN_REVIEW}) x ${SALE('x.id')}`,
    where: 'true',
    id: 'x.id',
    since: 'x.created_at',
    deadline: 'x.expires_at',
    personId: 's.seller_id',
    title: 'i.title',
    amount: 'x.amount',
    currency: 'x.currency',
    reference: 'p.public_id',
  },
  VERIFICATIONS: {
    from: 'person_verification x',
    where: `x.status = 'IN_REVIEW'`,
    id: 'x.person_id',
    since: 'x.submitted_at',
    personId: 'x.person_id',
    isHalf: 'jsonb_array_length(x.approvals) > 0',
    needsAnother: `x.approvals @> ${WANTED}`,
  },
  CARD_TESTS: {
    from: `card_test x JOIN offer o ON o.platform_id = x.platform_id AND o.id = x.offer_id
      JOIN product d ON d.platform_id = o.platform_id AND d.id = o.product_id`,
    // It ends by itself: a day after the last blocked try.
    where: `x.last_at > now() - interval '24 hours'`,
    id: 'x.id',
    since: 'x.begun_at',
    personId: 'd.seller_id',
    title: 'o.title',
    reference: 'o.title',
  },
  ERASURES: {
    from: 'privacy_request x',
    where: `x.state = 'WAITING' AND x.starts_at < now()`,
    id: 'x.id',
    since: 'x.created_at',
    deadline: 'x.due_at',
    personId: 'x.person_id',
    title: 'x.email',
    reference: 'x.email',
    isHalf: 'jsonb_array_length(x.approvals) > 0',
    needsAnother: `x.approvals @> ${WANTED}`,
  },
  CASES: {
    from: 'reconciliation_case x LEFT JOIN payment p ON p.platform_id = x.platform_id AND p.id = x.payment_id',
    where: `x.state = 'OPEN'`,
    id: 'x.id',
    since: 'x.created_at',
    personId: 'NULL::uuid',
    amount: 'nullif(abs(coalesce(x.provider_amount, 0) - coalesce(x.ledger_amount, 0)), 0)',
    currency: 'x.currency',
    reference: `coalesce(p.public_id, x.transaction_id, '')`,
  },
  PRODUCTS: {
    from: 'product x',
    where: `x.status = 'IN_REVIEW'`,
    id: 'x.id',
    since: 'coalesce(x.submitted_at, x.created_at)',
    personId: 'x.seller_id',
    title: 'x.name',
    reference: 'x.name',
  },
  RULES: {
    ...proposals(`x.kind <> 'TERMS'`),
    personId: 'NULL::uuid',
    reference: 'x.id::text',
  },
  TERMS: {
    ...proposals(`x.kind = 'TERMS'`),
    personId: 'x.subject::uuid',
    reference: 'x.subject',
  },
  CONTRACTS: {
    from: 'co_production x JOIN product d ON d.platform_id = x.platform_id AND d.id = x.product_id',
    // An invitation ends after thirty days, see partners/contract-model.ts.
    where: `x.status = 'OFFERED' AND (x.ends_at IS NULL OR x.ends_at > now()) AND x.created_at > now() - interval '30 days'`,
    id: 'x.id',
    since: 'x.created_at',
    personId: 'd.seller_id',
    title: 'd.name',
    reference: 'd.name',
  },
};

/** Selects the rows of one kind. `:me` stands for the caller in the conditions of a source. */
function writeSource(kind: WorkKind, me: string): string {
  const {
    from,
    where,
    id,
    since,
    deadline = NOTHING,
    personId,
    title = 'NULL',
    amount = 'NULL',
    ...rest
  } = SOURCES[kind];
  const {
    currency = 'NULL',
    reference = 'NULL',
    isHalf = 'false',
    isApprovable = 'false',
    needsAnother = 'false',
  } = rest;
  return `SELECT '${kind}' AS kind, ${id} AS id, ${since} AS since, ${deadline} AS deadline,
      coalesce(${deadline}, ${since} + interval '${WORK[kind].answerHours} hours') AS due_at, ${personId} AS person_id,
      ${title}::text AS title, ${amount}::bigint AS amount, ${currency}::text AS currency, ${reference}::text AS reference,
      (${isHalf}) AS is_half, (${isApprovable}) AS is_approvable, (coalesce(${personId} = ${me}, false) OR ${needsAnother.replaceAll(':me', me)}) AS needs_another
    FROM ${from} WHERE x.platform_id = $1 AND ${where}`;
}

/** Selects everything that a viewer sees, as a table. */
function writeItems({ personId, all, ofSellers }: Viewer, bind: Bind): string {
  const me = `${bind(personId)}::uuid`;
  const parts = WORK_KINDS.flatMap((kind) => {
    if (all.includes(kind)) return [writeSource(kind, me)];
    if (!ofSellers.includes(kind)) return [];
    const isOwnSeller = `EXISTS (SELECT 1 FROM person m WHERE m.platform_id = $1 AND m.id = o.person_id AND m.manager_id = ${me})`;
    return [`SELECT * FROM (${writeSource(kind, me)}) o WHERE ${isOwnSeller}`];
  });
  return `(${parts.join(' UNION ALL ')})`;
}

const HOLDER = `LEFT JOIN work_assignment a ON a.platform_id = $1 AND a.item_id = w.id AND a.kind = w.kind`;

interface CountRow extends RowOf<typeof countItems> {}

/** Counts each kind that the viewer sees, in the order of the kinds. */
export function selectCounts(platformId: string, viewer: Viewer): Statement<CountRow> {
  const { values, bind } = openValues(platformId);
  const items = writeItems(viewer, bind);
  const kinds = WORK_KINDS.filter((kind) => viewer.all.includes(kind) || viewer.ofSellers.includes(kind));
  return {
    text: `SELECT k.kind, count(w.id)::int AS count, (count(*) FILTER (WHERE w.is_half))::int AS half,
        (count(*) FILTER (WHERE a.person_id = ${bind(viewer.personId)}::uuid))::int AS own,
        (count(*) FILTER (WHERE w.due_at < now()))::int AS late, min(w.due_at) AS due_at
      FROM unnest(${bind(kinds)}::text[]) WITH ORDINALITY AS k(kind, place)
      LEFT JOIN ${items} w ON w.kind = k.kind ${HOLDER}
      GROUP BY k.kind, k.place ORDER BY k.place`,
    values,
  };
}

interface ItemFilter {
  viewer: Viewer;
  holder?: (typeof WORK_HOLDERS)[number] | undefined;
}

export const ITEMS: List<RowOf<typeof listItems>, ItemFilter> = {
  isFresh: true,
  sql: ({ viewer, holder }, bind) => ({
    columns: `w.kind, w.id, w.since, w.due_at, w.deadline IS NOT NULL AS is_deadline, w.title, w.amount, w.currency,
      CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('id', o.id, 'name', o.name, 'email', o.email) END AS person,
      coalesce(w.reference, o.email, '') AS reference, w.is_half, w.needs_another,
      (w.is_approvable AND NOT w.needs_another) AS may_approve,
      CASE WHEN h.id IS NOT NULL THEN jsonb_build_object('id', h.id, 'name', h.name) END AS holder`,
    from: `${writeItems(viewer, bind)} w ${HOLDER}
      LEFT JOIN person h ON h.platform_id = $1 AND h.id = a.person_id
      LEFT JOIN person o ON o.platform_id = $1 AND o.id = w.person_id`,
    where: [holder === 'OWN' && `a.person_id = ${bind(viewer.personId)}`, holder === 'NOBODY' && 'a.person_id IS NULL'],
    order: { isAscending: true, by: 'w.due_at', id: 'w.id' },
  }),
};

/** Selects a piece of work that the viewer sees, with the person whom it concerns. */
export function selectItem(
  platformId: string,
  viewer: Viewer,
  itemId: string,
): Statement<{ subject: Identity | null }> {
  const { values, bind } = openValues(platformId);
  const items = writeItems(viewer, bind);
  return {
    text: `SELECT CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('id', o.id, 'name', o.name, 'email', o.email) END AS subject
      FROM ${items} w LEFT JOIN person o ON o.platform_id = $1 AND o.id = w.person_id WHERE w.id = ${bind(itemId)}`,
    values,
  };
}

interface Assignment {
  kind: WorkKind;
  itemId: string;
  personId: string;
}

/** Inserts nothing where somebody has taken it. */
export const insertAssignment = (platformId: string, { kind, itemId, personId }: Assignment): Statement => ({
  text: `INSERT INTO work_assignment (platform_id, kind, item_id, person_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (item_id, kind, platform_id) DO NOTHING`,
  values: [platformId, kind, itemId, personId],
});

/** Changes nothing where it is no longer, or not, the former person's. */
export const moveAssignment = (
  platformId: string,
  { kind, itemId, personId }: Assignment,
  fromPersonId: string,
): Statement => ({
  text: `UPDATE work_assignment SET person_id = $4, taken_at = now()
    WHERE platform_id = $1 AND kind = $2 AND item_id = $3 AND person_id = $5`,
  values: [platformId, kind, itemId, personId, fromPersonId],
});

export const selectHolder = (
  platformId: string,
  { kind, itemId }: Pick<Assignment, 'kind' | 'itemId'>,
): Statement<{ personId: string }> => ({
  text: 'SELECT person_id FROM work_assignment WHERE platform_id = $1 AND kind = $2 AND item_id = $3',
  values: [platformId, kind, itemId],
});

export const deleteAssignment = (platformId: string, { kind, itemId, personId }: Assignment): Statement => ({
  text: 'DELETE FROM work_assignment WHERE platform_id = $1 AND kind = $2 AND item_id = $3 AND person_id = $4',
  values: [platformId, kind, itemId, personId],
});

/** Work that waits longer belongs to nobody again. */
const KEPT_DAYS = 90;
export async function purgeAssignments({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.deleteAll((limit) => ({
    text: `DELETE FROM work_assignment WHERE (platform_id, kind, item_id) IN (
      SELECT platform_id, kind, item_id FROM work_assignment WHERE taken_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEPT_DAYS, limit],
  }));
}
