/** Lists a seller's sales, newest first, and sums them up. Every statement names the seller. */
import type { Currency, PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { endOf, isWithin, startOf } from '../../shared/period.ts';
import { containsInAny } from '../../shared/statement.ts';

interface SalesFilter {
  sellerId: string;
  from?: string | undefined;
  to?: string | undefined;
  status?: PaymentStatus | 'ALL' | undefined;
  method?: PaymentMethod | undefined;
  search?: string | undefined;
}

interface SaleRow {
  id: string;
  paymentId: string;
  createdAt: Date;
  title: string;
  buyerName: string;
  buyerEmail: string;
  method: PaymentMethod;
  amount: number;
  currency: Currency;
  installments: number;
  status: PaymentStatus;
  settlement: 'NONE' | 'EXACT' | 'LATE' | 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';
  approvedAt: Date | null;
  couponCode: string | null;
  discount: number;
}

/** The status that the buyer sees: a provisional one counts as pending. */
export const STATUS = `CASE WHEN p.is_provisional THEN 'PENDING' ELSE p.status END`;

export const SALES: List<SaleRow, SalesFilter> = {
  // Sellers read years of sales; the page size limits each read.
  mostDays: () => Number.POSITIVE_INFINITY,
  sql: ({ sellerId, from, to, status, method, search }, bind) => ({
    columns: `s.id, p.public_id AS "paymentId", s.created_at AS "createdAt", i.title, s.buyer_name AS "buyerName",
      s.buyer_email AS "buyerEmail", p.method, p.amount, p.currency, p.installments, ${STATUS} AS status, p.settlement,
      s.coupon_code AS "couponCode", s.discount, CASE WHEN NOT p.is_provisional THEN p.approved_at END AS "approvedAt"`,
    // Joins sale by sale, so that a page ends after a few rows. The planner would choose otherwise on new tables.
    from: `sale s
      CROSS JOIN LATERAL (
        SELECT * FROM payment WHERE platform_id = s.platform_id AND sale_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1
      ) p
      CROSS JOIN LATERAL (
        SELECT title FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.id AND position = 0 LIMIT 1
      ) i`,
    where: [
      's.platform_id = $1',
      `s.seller_id = ${bind(sellerId)}`,
      ...isWithin('s.created_at', { from, to }, bind),
      status && status !== 'ALL' && `${STATUS} = ${bind(status)}`,
      method && `p.method = ${bind(method)}`,
      containsInAny(['s.buyer_name', 's.buyer_email', 'i.title'], search, bind),
    ],
    order: newestFirst('s'),
  }),
};

export interface SummaryRow {
  /** Null in rows of a method and in the total. */
  day: string | null;
  method: PaymentMethod | null;
  approvedAmount: number;
  approvedCount: number;
  pendingAmount: number;
  pendingCount: number;
  createdCount: number;
}

/** Returns one row in total, one for each day and one for each method, from one scan of the period. */
export const selectSummary = (
  platformId: string,
  sellerId: string,
  { from, to, currency }: { from: string; to: string; currency: Currency },
): Statement<SummaryRow> => ({
  text: `
    WITH mine AS (
      SELECT (s.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, p.method, p.amount, ${STATUS} AS status
      FROM sale s JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id
      WHERE s.platform_id = $1 AND s.seller_id = $2 AND p.currency = $3
        AND s.created_at >= ${startOf('$4')} AND s.created_at < ${endOf('$5')}
    )
    SELECT day::text, method, count(*) AS "createdCount",
      count(*) FILTER (WHERE status = 'APPROVED') AS "approvedCount",
      coalesce(sum(amount) FILTER (WHERE status = 'APPROVED'), 0)::bigint AS "approvedAmount",
      count(*) FILTER (WHERE status = 'PENDING') AS "pendingCount",
      coalesce(sum(amount) FILTER (WHERE status = 'PENDING'), 0)::bigint AS "pendingAmount"
    FROM mine GROUP BY GROUPING SETS ((), (day), (method)) ORDER BY method`,
  values: [platformId, sellerId, currency, from, to],
});
