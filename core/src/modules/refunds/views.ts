/** Refunds and requests as screens show them, and their pages, newest first. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { type REFUND_CAUSES, SETTLE_AFTER_HOURS } from '@feira/schemas/procedures/refunds';
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';
import type { RefundAuthor, RefundState } from '../payments/model.ts';
import type { RequestRow } from './request-model.ts';

export interface RefundView {
  id: string;
  createdAt: Date;
  paymentId: string;
  title: string;
  buyerName: string;
  method: PaymentMethod;
  amount: number;
  paidAmount: number;
  currency: Currency;
  grantedAs: RefundAuthor['grantedAs'] | null;
  state: RefundState;
  note: string | null;
  reason: string | null;
  cause: (typeof REFUND_CAUSES)[number];
}

const REFUND_COLUMNS = `r.id, r.created_at AS "createdAt", p.public_id AS "paymentId", i.title, s.buyer_name AS "buyerName",
  p.method, r.amount, p.amount AS "paidAmount", p.currency, r.granted_as AS "grantedAs", r.state, r.note, r.reason, r.cause`;
const REFUND_JOINS = `
  JOIN payment p ON p.platform_id = r.platform_id AND p.id = r.payment_id
  JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  CROSS JOIN LATERAL (
    SELECT title FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.id AND position = 0 LIMIT 1
  ) i`;

export const selectRefund = (platformId: string, id: string): Statement => ({
  text: `SELECT ${REFUND_COLUMNS} FROM refund r ${REFUND_JOINS} WHERE r.platform_id = $1 AND r.id = $2`,
  values: [platformId, id],
});

export interface RefundFilter {
  from?: string | undefined;
  to?: string | undefined;
  state?: RefundState | undefined;
  search?: string | undefined;
  after?: PageCursor | undefined;
}

const startOf = (day: string) => `${day}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const endOf = (day: string) => `(${day}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Returns only the conditions that are asked for, so that each combination is planned as what it is. */
function toConditions(
  { from, to, state, search, after }: RefundFilter,
  bind: (value: unknown) => string,
  searched = ['s.buyer_name', 's.buyer_email', 'i.title'],
): string[] {
  const conditions = [];
  if (from) conditions.push(`r.created_at >= ${startOf(bind(from))}`);
  if (to) conditions.push(`r.created_at < ${endOf(bind(to))}`);
  if (state) conditions.push(`r.state = ${bind(state)}`);
  if (search?.trim()) {
    const pattern = bind(`%${escapeLike(search.trim())}%`);
    conditions.push(`(${searched.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`);
  }
  if (after) {
    conditions.push(`(r.created_at, r.id) < (${timeOfCursor(bind(after.microseconds))}, ${bind(after.id)}::uuid)`);
  }
  return conditions;
}

const MICROSECONDS = `${microsecondsOf('r.created_at')} AS microseconds`;

export type ListedRefund = RefundView & PageCursor;
type SellersFilter = RefundFilter & { currency: Currency };

/** Binds platform, seller and currency as the first three. */
function toSellersWhere(values: unknown[], filter: SellersFilter): string {
  const conditions = toConditions(filter, (value) => `$${values.push(value)}`);
  const own = ['r.platform_id = $1', 'r.seller_id = $2', "r.cause = 'WANTED'", 'p.currency = $3'];
  return [...own, ...conditions].join(' AND ');
}

export function selectRefunds(platformId: string, sellerId: string, filter: SellersFilter, limit: number): Statement {
  const values: unknown[] = [platformId, sellerId, filter.currency, limit];
  return {
    text: `SELECT ${REFUND_COLUMNS}, ${MICROSECONDS} FROM refund r ${REFUND_JOINS}
      WHERE ${toSellersWhere(values, filter)} ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
    values,
  };
}

/** Sums the amounts without those of refused refunds. */
export function selectRefundTotal(platformId: string, sellerId: string, filter: SellersFilter): Statement {
  const values: unknown[] = [platformId, sellerId, filter.currency];
  return {
    text: `SELECT count(*)::int AS count, coalesce(sum(r.amount) FILTER (WHERE r.state <> 'REFUSED'), 0)::bigint AS total
      FROM refund r ${REFUND_JOINS} WHERE ${toSellersWhere(values, { ...filter, after: undefined })}`,
    values,
  };
}

export interface PlatformRefund extends ListedRefund {
  sellerName: string;
  provider: string;
  providerRefundId: string | null;
  isOverdue: boolean;
}

const OVERDUE = `(r.state IN ('PENDING', 'UNKNOWN') AND r.created_at < now() - interval '${SETTLE_AFTER_HOURS} hours')`;

export function selectPlatformRefunds(
  platformId: string,
  { isOverdue, ...filter }: RefundFilter & { isOverdue?: boolean | undefined },
  limit: number,
): Statement {
  const values: unknown[] = [platformId, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const searched = ['s.buyer_name', 's.buyer_email', 'i.title', 'p.public_id', 'seller.name', 'seller.email'];
  const conditions = toConditions(filter, bind, searched);
  if (isOverdue !== undefined) conditions.push(isOverdue ? OVERDUE : `NOT ${OVERDUE}`);
  return {
    text: `SELECT ${REFUND_COLUMNS}, ${MICROSECONDS}, seller.name AS "sellerName", a.provider,
        r.provider_refund_id AS "providerRefundId", ${OVERDUE} AS "isOverdue"
      FROM refund r ${REFUND_JOINS}
      JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id
      JOIN payment_attempt a ON a.platform_id = r.platform_id AND a.id = r.attempt_id
      WHERE ${['r.platform_id = $1', ...conditions].join(' AND ')}
      ORDER BY r.created_at DESC, r.id DESC LIMIT $2`,
    values,
  };
}

export interface OverdueRow {
  paymentId: string;
  publicId: string;
  amount: number;
  isOverdue: boolean;
}

export const selectOverdue = (platformId: string, id: string): Statement => ({
  text: `SELECT r.payment_id AS "paymentId", r.amount, p.public_id AS "publicId", ${OVERDUE} AS "isOverdue"
    FROM refund r JOIN payment p ON p.platform_id = r.platform_id AND p.id = r.payment_id
    WHERE r.platform_id = $1 AND r.id = $2`,
  values: [platformId, id],
});

export interface ListedRequest extends RequestRow, PageCursor {
  publicId: string;
  title: string;
  buyerName: string;
  amount: number;
  currency: Currency;
  refundState: RefundState | null;
}

interface RequestFilter {
  state?: RequestRow['state'] | undefined;
  after?: PageCursor & { isWaiting: boolean };
}

/** Requests that wait come first. */
export function selectRequests(platformId: string, sellerId: string, filter: RequestFilter, limit: number): Statement {
  const values: unknown[] = [platformId, sellerId, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['q.platform_id = $1', 'q.seller_id = $2'];
  if (filter.state) conditions.push(`q.state = ${bind(filter.state)}`);
  if (filter.after) {
    const { isWaiting, microseconds, id } = filter.after;
    conditions.push(`((q.state = 'WAITING'), q.created_at, q.id)
      < (${bind(isWaiting)}::boolean, ${timeOfCursor(bind(microseconds))}, ${bind(id)}::uuid)`);
  }
  return {
    text: `SELECT q.id, q.protocol, q.reason, q.note, q.basis, q.state, q.paid_by AS "paidBy", q.decide_by AS "decideBy", q.answer,
        q.created_at AS "createdAt", q.decided_at AS "decidedAt", p.public_id AS "publicId", i.title, s.buyer_name AS "buyerName",
        p.currency, granted.state AS "refundState", ${microsecondsOf('q.created_at')} AS microseconds,
        coalesce(granted.amount, CASE q.state WHEN 'WAITING' THEN p.amount - p.returning_amount END, p.amount) AS amount
      FROM refund_request q
      JOIN payment p ON p.platform_id = q.platform_id AND p.id = q.payment_id
      JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
      CROSS JOIN LATERAL (
        SELECT title FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.id AND position = 0 LIMIT 1
      ) i
      LEFT JOIN refund granted ON granted.platform_id = q.platform_id AND granted.id = q.refund_id
      WHERE ${conditions.join(' AND ')}
      ORDER BY (q.state = 'WAITING') DESC, q.created_at DESC, q.id DESC LIMIT $3`,
    values,
  };
}

export const countWaiting = (platformId: string, sellerId: string): Statement => ({
  text: `SELECT count(*)::int AS waiting FROM refund_request WHERE platform_id = $1 AND seller_id = $2 AND state = 'WAITING'`,
  values: [platformId, sellerId],
});
