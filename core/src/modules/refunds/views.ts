/** Declares the lists of refunds and of buyers' requests. */

import type { Currency } from '@feira/schemas/common';
import type {
  listPlatformRefunds,
  listPlatformRequests,
  listRefunds,
  listRequests,
} from '@feira/schemas/procedures/refunds';
import { SETTLE_AFTER_HOURS } from '@feira/schemas/procedures/refunds';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { containsInAny, ofWholePlatform } from '../../shared/statement.ts';
import { customerOf } from '../customers/model.ts';
import { CYCLE, type RefundState, unreturnedAmount } from '../payments/model.ts';

/** A refund that a person authorised. */
export interface AuthorisedRefundRow extends RowOf<typeof listRefunds> {}

const REFUND_COLUMNS = `r.id, r.created_at, p.public_id AS payment_id, i.title, ${CYCLE}, s.buyer_name, p.method, r.amount,
  p.amount AS paid_amount, p.currency, r.authorised_as, r.state, r.note, r.reason, r.provider_reason`;
const SALE = `
  JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  CROSS JOIN LATERAL (
    SELECT title FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.id AND position = 0 LIMIT 1
  ) i`;
const REFUNDS_FROM = `refund r JOIN payment p ON p.platform_id = r.platform_id AND p.id = r.payment_id ${SALE}`;
const SEARCHED = ['s.buyer_name', 's.buyer_email', 'i.title'];

/** The columns of lists of sellers. */
const SELLERS_COLUMNS = `${REFUND_COLUMNS}, s.id AS sale_id, ${customerOf('s')} AS customer_id`;

/** Returns the refunds of a seller's sales that people authorised, each with its sale as its key, the newest first. */
export const selectRefundsOfSales = (
  platformId: string,
  sellerId: string,
  saleIds: readonly string[],
): Statement<AuthorisedRefundRow & { key: string }> => ({
  text: `SELECT ${SELLERS_COLUMNS}, s.id AS key FROM ${REFUNDS_FROM}
    WHERE r.platform_id = $1 AND r.seller_id = $2 AND r.cause = 'WANTED' AND p.sale_id = ANY ($3::uuid[])
    ORDER BY r.created_at DESC, r.id DESC`,
  values: [platformId, sellerId, saleIds],
});

export const selectRefund = (platformId: string, id: string): Statement<AuthorisedRefundRow> => ({
  text: `SELECT ${REFUND_COLUMNS} FROM ${REFUNDS_FROM} WHERE r.platform_id = $1 AND r.id = $2`,
  values: [platformId, id],
});

/** Lists the authorised refunds of a seller's sales. The total leaves refused refunds out. */
export const SELLERS_REFUNDS: List<
  AuthorisedRefundRow,
  FilterOf<typeof listRefunds> & { sellerId: string; currency: Currency },
  { count: number; total: number }
> = {
  totals: `count(*)::int AS count, coalesce(sum(r.amount) FILTER (WHERE r.state <> 'REFUSED'), 0)::bigint AS total`,
  sql: ({ sellerId, currency, from, to, state, search }, bind) => ({
    columns: SELLERS_COLUMNS,
    from: REFUNDS_FROM,
    where: [
      'r.platform_id = $1',
      `r.seller_id = ${bind(sellerId)}`,
      "r.cause = 'WANTED'",
      `p.currency = ${bind(currency)}`,
      ...isWithin('r.created_at', { from, to }, bind),
      state && `r.state = ${bind(state)}`,
      containsInAny(SEARCHED, search, bind),
    ],
    order: newestFirst('r'),
  }),
};

const OVERDUE = `(r.state IN ('PENDING', 'UNKNOWN') AND r.created_at < now() - interval '${SETTLE_AFTER_HOURS} hours')`;

/** Lists the refunds of all sales of the platform, including automatic ones. */
export const PLATFORM_REFUNDS: List<RowOf<typeof listPlatformRefunds>, FilterOf<typeof listPlatformRefunds>> = {
  sorts: { amount: 'r.amount', createdAt: 'r.created_at', seller: 'seller.search_text' },
  isCounted: true,
  isFresh: true,
  sql: ({ from, to, state, search, isOverdue }, bind) => ({
    columns: `${REFUND_COLUMNS}, s.id AS sale_id, r.cause, seller.name AS seller_name, a.provider, r.provider_refund_id,
      ${OVERDUE} AS is_overdue,
      (r.cause <> 'WANTED' AND r.state = 'REFUSED' AND ${unreturnedAmount('o.attempt_id = r.attempt_id')} > 0) AS is_repeatable`,
    from: `${REFUNDS_FROM}
      JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id
      JOIN payment_attempt a ON a.platform_id = r.platform_id AND a.id = r.attempt_id`,
    where: [
      'r.platform_id = $1',
      ...isWithin('r.created_at', { from, to }, bind),
      state && `r.state = ${bind(state)}`,
      containsInAny([...SEARCHED, 'p.public_id', 'seller.name', 'seller.email'], search, bind),
      isOverdue !== undefined && (isOverdue ? OVERDUE : `NOT ${OVERDUE}`),
    ],
    order: newestFirst('r'),
  }),
};

interface OverdueRow {
  paymentId: string;
  publicId: string;
  amount: number;
  isOverdue: boolean;
}

export const selectOverdue = (platformId: string, id: string): Statement<OverdueRow> => ({
  text: `SELECT r.payment_id, r.amount, p.public_id, ${OVERDUE} AS is_overdue
    FROM refund r JOIN payment p ON p.platform_id = r.platform_id AND p.id = r.payment_id
    WHERE r.platform_id = $1 AND r.id = $2`,
  values: [platformId, id],
});

export const selectAutomatic = (
  platformId: string,
  id: string,
): Statement<Pick<OverdueRow, 'paymentId' | 'publicId'> & { attemptId: string; state: RefundState }> => ({
  text: `SELECT r.payment_id, r.attempt_id, r.state, p.public_id
    FROM refund r JOIN payment p ON p.platform_id = r.platform_id AND p.id = r.payment_id
    WHERE r.platform_id = $1 AND r.id = $2 AND r.cause <> 'WANTED'`,
  values: [platformId, id],
});

/** SQL of the amount of a request `q`: refunded, or of a waiting request what a full refund would return. */
const ASKED =
  "coalesce(granted.amount, CASE q.state WHEN 'WAITING' THEN p.amount - p.returning_amount END, p.amount) AS amount";
const REQUESTS_FROM = `refund_request q
  JOIN payment p ON p.platform_id = q.platform_id AND p.id = q.payment_id ${SALE}
  LEFT JOIN refund granted ON granted.platform_id = q.platform_id AND granted.id = q.refund_id`;

/** Lists the requests of all buyers of the platform. */
export const PLATFORM_REQUESTS: List<RowOf<typeof listPlatformRequests>, FilterOf<typeof listPlatformRequests>> = {
  sorts: { createdAt: 'q.created_at', decideBy: 'q.decide_by', seller: 'seller.search_text' },
  isCounted: true,
  isFresh: true,
  sql: ({ from, to, state, search }, bind) => ({
    columns: `q.id, q.protocol, p.sale_id, i.title, ${CYCLE}, s.buyer_name, seller.name AS seller_name, p.currency, q.reason,
      q.ground, q.state, q.created_at, q.decide_by, q.decided_at, ${ASKED}`,
    from: `${REQUESTS_FROM}
      JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id`,
    where: [
      'q.platform_id = $1',
      state ? `q.state = ${bind(state)}` : ofWholePlatform('q.created_at'),
      ...isWithin('q.created_at', { from, to }, bind),
      containsInAny([...SEARCHED, 'q.protocol', 'seller.name', 'seller.email'], search, bind),
    ],
    order: newestFirst('q'),
  }),
};

/** Lists buyers' requests for a seller's sales. Waiting requests come first. */
export const REQUESTS: List<
  RowOf<typeof listRequests>,
  FilterOf<typeof listRequests> & { sellerId: string },
  { waiting: number }
> = {
  isFresh: true,
  totals: (platformId, { sellerId }) => ({
    text: `SELECT count(*)::int AS waiting FROM refund_request WHERE platform_id = $1 AND seller_id = $2 AND state = 'WAITING'`,
    values: [platformId, sellerId],
  }),
  sql: ({ sellerId, state, requestId }, bind) => ({
    columns: `q.id, q.protocol, q.reason, q.note, q.ground, q.state, q.paid_by, q.decide_by, q.answer, q.created_at, q.decided_at,
      p.public_id AS payment_id, i.title, ${CYCLE}, s.buyer_name, p.currency, granted.state AS refund_state,
      ${ASKED}`,
    from: REQUESTS_FROM,
    where: [
      'q.platform_id = $1',
      `q.seller_id = ${bind(sellerId)}`,
      state && `q.state = ${bind(state)}`,
      requestId && `q.id = ${bind(requestId)}`,
    ],
    order: { ...newestFirst('q'), first: "q.state = 'WAITING'" },
  }),
};
