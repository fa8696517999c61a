/** Pages of disputes: those that wait for an answer first, the least time left before the others, then the newest. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';
import type { DisputeKind, DisputeState } from './model.ts';

export interface DisputeRow extends PageCursor {
  kind: DisputeKind;
  state: DisputeState;
  paymentId: string;
  title: string;
  buyerName: string;
  sellerId: string;
  sellerName: string;
  sellerEmail: string;
  method: PaymentMethod;
  amount: number;
  heldAmount: number;
  currency: Currency;
  reason: string;
  dueAt: Date;
  openedAt: Date;
  answeredAt: Date | null;
  closedAt: Date | null;
}

export interface DisputeDetails extends DisputeRow {
  defence: string;
  note: string;
  providerReference: string | null;
}

export interface DisputeFilter {
  /** Null: of everybody. */
  sellerId: string | null;
  state?: DisputeState | undefined;
  kind?: DisputeKind | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const COLUMNS = `d.id, d.kind, d.state, p.public_id AS "paymentId", i.title, s.buyer_name AS "buyerName", d.seller_id AS "sellerId",
  seller.name AS "sellerName", seller.email AS "sellerEmail", p.method, d.amount, d.held_amount AS "heldAmount", d.currency,
  d.reason, d.due_at AS "dueAt", d.opened_at AS "openedAt", d.answered_at AS "answeredAt", d.closed_at AS "closedAt"`;
const TABLES = `dispute d
  JOIN payment p ON p.platform_id = d.platform_id AND p.id = d.payment_id
  JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
  JOIN person seller ON seller.platform_id = d.platform_id AND seller.id = d.seller_id`;

const startOf = (day: string) => `${day}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const endOf = (day: string) => `(${day}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

type Bind = (value: unknown) => string;

function conditionsOf({ sellerId, state, kind, search, from, to }: DisputeFilter, bind: Bind): string[] {
  const pattern = search?.trim() && bind(`%${escapeLike(search.trim())}%`);
  return [
    'd.platform_id = $1',
    ...(sellerId === null ? [] : [`d.seller_id = ${bind(sellerId)}`]),
    ...(state ? [`d.state = ${bind(state)}`] : []),
    ...(kind ? [`d.kind = ${bind(kind)}`] : []),
    ...(from ? [`d.opened_at >= ${startOf(bind(from))}`] : []),
    ...(to ? [`d.opened_at < ${endOf(bind(to))}`] : []),
    ...(pattern
      ? [
          `(s.buyer_name ILIKE ${pattern} OR s.buyer_email ILIKE ${pattern} OR i.title ILIKE ${pattern}
            OR p.public_id LIKE ${pattern} OR d.provider_reference ILIKE ${pattern}
            ${sellerId === null ? `OR seller.name ILIKE ${pattern} OR seller.email ILIKE ${pattern}` : ''})`,
        ]
      : []),
  ];
}

/** The two halves of a list are read one by one: each has its own order. */
export function selectHalf(
  platformId: string,
  half: 'WAITING' | 'OTHERS',
  filter: DisputeFilter,
  after: PageCursor | null,
  limit: number,
): Statement {
  const values: unknown[] = [platformId];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = conditionsOf(filter, bind);
  const isWaiting = half === 'WAITING';
  const time = isWaiting ? 'd.due_at' : 'd.opened_at';
  conditions.push(`d.state ${isWaiting ? '=' : '<>'} 'OPEN'`);
  if (after) {
    const place = `(${timeOfCursor(bind(after.microseconds))}, ${bind(after.id)}::uuid)`;
    conditions.push(`(${time}, d.id) ${isWaiting ? '>' : '<'} ${place}`);
  }
  const order = isWaiting ? 'd.due_at, d.id' : 'd.opened_at DESC, d.id DESC';
  return {
    text: `SELECT ${COLUMNS}, ${microsecondsOf(time)} AS microseconds FROM ${TABLES}
      WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${bind(limit)}`,
    values,
  };
}

export const countOpen = (platformId: string, sellerId: string | null): Statement => ({
  text: `SELECT count(*)::int AS open FROM dispute d
    WHERE d.platform_id = $1 AND ($2::uuid IS NULL OR d.seller_id = $2) AND d.state = 'OPEN'`,
  values: [platformId, sellerId],
});

/** Null as the seller: whoever's it is. */
export const selectDetails = (platformId: string, id: string, sellerId: string | null): Statement<DisputeDetails> => ({
  text: `SELECT ${COLUMNS}, 0 AS microseconds, d.defence, d.note, d.provider_reference AS "providerReference" FROM ${TABLES}
    WHERE d.platform_id = $1 AND d.id = $2 AND ($3::uuid IS NULL OR d.seller_id = $3)`,
  values: [platformId, id, sellerId],
});
