/** Lists disputes: those that wait for an answer come first, the earliest deadline before the others, then the newest. */

import type { listCases, listDisputes } from '@feira/schemas/procedures/disputes';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import {
  comesAfter,
  cursorOf,
  type List,
  newestFirst,
  type Order,
  orderBy,
  type PageCursor,
  type WriteText,
} from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { allOf, type Bind, type Condition, containsInAny } from '../../shared/statement.ts';
import { customerOf } from '../customers/model.ts';
import { CYCLE, IS_LIABILITY_SHIFTED } from '../payments/model.ts';

interface DisputeRow extends RowOf<typeof listCases> {}

interface DisputeDetails extends DisputeRow {
  defence: string;
  isLiabilityShifted: boolean;
  note: string;
  providerReference: string | null;
}

interface DisputeFilter extends FilterOf<typeof listDisputes> {
  /** Null lists the disputes of every seller. */
  sellerId: string | null;
}

const COLUMNS = `d.id, d.kind, d.state, p.public_id AS payment_id, s.id AS sale_id, i.title, ${CYCLE}, s.buyer_name,
  jsonb_build_object('id', d.seller_id, 'name', seller.name, 'email', seller.email) AS seller, p.method, d.amount,
  d.held_amount, d.currency, d.reason, d.due_at, d.opened_at, d.answered_at, d.closed_at, ${customerOf('s')} AS customer_id`;
const TABLES = `dispute d
  JOIN payment p ON p.platform_id = d.platform_id AND p.id = d.payment_id
  JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
  JOIN person seller ON seller.platform_id = d.platform_id AND seller.id = d.seller_id`;

const narrow = ({ sellerId, state, kind, search, from, to }: DisputeFilter, bind: Bind): Condition[] => [
  'd.platform_id = $1',
  sellerId !== null && `d.seller_id = ${bind(sellerId)}`,
  state && `d.state = ${bind(state)}`,
  kind && `d.kind = ${bind(kind)}`,
  ...isWithin('d.opened_at', { from, to }, bind),
  containsInAny(
    ['s.buyer_name', 's.buyer_email', 'i.title', 'p.public_id', 'd.provider_reference'].concat(
      sellerId === null ? ['seller.name', 'seller.email'] : [],
    ),
    search,
    bind,
  ),
];

const SOONEST_DUE: Order = { by: 'd.due_at', id: 'd.id', isAscending: true };
const NEWEST = newestFirst('d', 'd.opened_at');

/** Reads the open disputes and the others separately, because each half has its own order. */
const writeText: WriteText<DisputeFilter> = (filter, bind, { after, limit }) => {
  const where = narrow(filter, bind);
  const half = (isOpen: boolean, order: Order, place: PageCursor | null) => `(
    SELECT ${COLUMNS}, ${cursorOf({ ...order, first: String(isOpen) })} FROM ${TABLES}
    WHERE ${allOf([...where, `d.state ${isOpen ? '=' : '<>'} 'OPEN'`, comesAfter(order, place, bind)])}
    ORDER BY ${orderBy(order)} LIMIT ${limit})`;
  const open = !after || after.isFirst ? [half(true, SOONEST_DUE, after)] : [];
  const others = half(false, NEWEST, after?.isFirst ? null : after);
  return `
    SELECT * FROM (${[...open, others].join(' UNION ALL ')}) AS found
    ORDER BY state = 'OPEN' DESC, CASE WHEN state = 'OPEN' THEN due_at END, CASE WHEN state = 'OPEN' THEN id END,
      opened_at DESC, id DESC LIMIT ${limit}`;
};

export const DISPUTES: List<DisputeRow, DisputeFilter, { open: number }> = {
  sorts: { amount: 'amount', openedAt: 'opened_at', dueAt: 'due_at' },
  isCounted: true,
  sql: { text: writeText },
  totals: (platformId, { sellerId }) => ({
    text: `SELECT count(*)::int AS open FROM dispute d
      WHERE d.platform_id = $1 AND ($2::uuid IS NULL OR d.seller_id = $2) AND d.state = 'OPEN'`,
    values: [platformId, sellerId],
  }),
};

/** Finds a dispute of any seller where `sellerId` is null. */
export const selectDetails = (platformId: string, id: string, sellerId: string | null): Statement<DisputeDetails> => ({
  text: `SELECT ${COLUMNS}, d.defence, ${IS_LIABILITY_SHIFTED} AS is_liability_shifted, d.note, d.provider_reference FROM ${TABLES}
    WHERE d.platform_id = $1 AND d.id = $2 AND ($3::uuid IS NULL OR d.seller_id = $3)`,
  values: [platformId, id, sellerId],
});
