/** Reads sales for lists, newest first, and sums a seller's sales up. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { SALE_STATUS_FILTERS } from '@feira/schemas/options';
import type { listPlatformSales } from '@feira/schemas/procedures/sales';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { cursorOf, type List, newestFirst, orderBy } from '../../shared/list.ts';
import { endOf, isWithin, startOf } from '../../shared/period.ts';
import { allOf, type Bind, type Condition, openValues } from '../../shared/statement.ts';
import { customerOf, isOfCustomer } from '../customers/model.ts';
import { CYCLE, type Share } from '../payments/model.ts';

export interface SaleRow extends Required<RowOf<typeof listPlatformSales, 'sales'>> {}

/** The status that the buyer sees: a provisional one counts as pending. */
export const STATUS = `CASE WHEN p.is_provisional THEN 'PENDING' ELSE p.status END`;

/** The payment of a sale that lists show: the latest. */
export const LATEST_PAYMENT = `CROSS JOIN LATERAL (
    SELECT * FROM payment WHERE platform_id = s.platform_id AND sale_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1
  ) p`;

/** The first item names the sale, without the extras. */
export const FIRST_ITEM = `CROSS JOIN LATERAL (
    SELECT title FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.id AND position = 0 LIMIT 1
  ) i`;

/** The ids of the objects that a sale leads to. */
export const NAMED = `(SELECT product_id FROM offer WHERE platform_id = s.platform_id AND id = s.offer_id) AS product_id,
  ${customerOf('s')} AS customer_id,
  (SELECT subscription_id FROM subscription_sale WHERE sale_id = s.id AND platform_id = s.platform_id) AS subscription_id`;

const COLUMNS = `s.id, p.public_id AS payment_id, s.created_at, i.title,
  ${CYCLE}, s.buyer_name, s.buyer_email, p.method, p.amount, p.currency, p.installments,
  ${STATUS} AS status, p.settlement, s.coupon_code, s.discount, s.method_discount,
  CASE WHEN NOT p.is_provisional THEN p.approved_at END AS approved_at, s.seller_id, seller.name AS seller_name, s.offer_id,
  ${NAMED}`;

/** Joined sale by sale, so that a page ends after a few rows. The planner would choose otherwise on new tables. */
const PARTS = `${LATEST_PAYMENT} ${FIRST_ITEM} CROSS JOIN LATERAL (
    SELECT name FROM person WHERE platform_id = s.platform_id AND id = s.seller_id LIMIT 1
  ) seller`;

interface OwnSales {
  sellerId: string;
  from?: string | undefined;
  to?: string | undefined;
  /** The sales of one customer, who has few: the filters after this one apply to them alone. */
  customerId?: string | undefined;
  status?: (typeof SALE_STATUS_FILTERS)[number] | undefined;
  method?: PaymentMethod | undefined;
  productId?: string | undefined;
}

function narrowCustomer({ customerId, status, method, productId }: OwnSales, bind: Bind): Condition[] {
  if (!customerId) return [];
  return [
    isOfCustomer('s', bind(customerId)),
    status && status !== 'ALL' && `${STATUS} = ${bind(status)}`,
    method && `p.method = ${bind(method)}`,
    productId && `s.offer_id IN (SELECT id FROM offer WHERE platform_id = $1 AND product_id = ${bind(productId)})`,
  ];
}

/** All sales of a seller in a period, or those of one customer. */
export const SALES: List<SaleRow, OwnSales> = {
  sql: (filter, bind) => ({
    columns: COLUMNS,
    from: `sale s ${PARTS}`,
    where: [
      's.platform_id = $1',
      `s.seller_id = ${bind(filter.sellerId)}`,
      ...isWithin('s.created_at', filter, bind),
      ...narrowCustomer(filter, bind),
    ],
    order: newestFirst('s'),
  }),
};

/** Counts the sales of a seller in a period, up to a limit. */
export function countSales(
  platformId: string,
  { sellerId, from, to }: { sellerId: string; from?: string | undefined; to?: string | undefined },
  most: number,
): Statement<{ count: number }> {
  const { values, bind } = openValues(platformId);
  const where = [
    's.platform_id = $1',
    `s.seller_id = ${bind(sellerId)}`,
    ...isWithin('s.created_at', { from, to }, bind),
  ];
  return {
    text: `SELECT count(*)::int AS count FROM (SELECT FROM sale s WHERE ${allOf(where)} LIMIT ${bind(most)}) AS counted`,
    values,
  };
}

/** Returns the sales with these ids, the newest first. */
export const selectSales = (platformId: string, ids: readonly string[]): Statement<SaleRow & { cursor: string }> => ({
  text: `SELECT ${COLUMNS}, ${cursorOf(newestFirst('s'))} FROM sale s ${PARTS}
    WHERE s.platform_id = $1 AND s.id = ANY ($2::uuid[]) ORDER BY ${orderBy(newestFirst('s'))}`,
  values: [platformId, ids],
});

/** The columns that files of sales have beside the columns of lists. */
export interface SoldRow {
  id: string;
  buyerDocument: string | null;
  freight: number;
  utmQuery: Record<string, string>;
  /** Titles in their order, with the quantity before those of more than one. */
  items: string[];
  customFields: { label: string; value: string }[] | null;
  shares: Share[];
  affiliateName: string | null;
  /** Cents paid with all payments of the sale. */
  paidAmount: number;
}

export const selectSold = (platformId: string, ids: readonly string[]): Statement<SoldRow> => ({
  text: `SELECT s.id, s.buyer_document, s.freight, s.utm_query, s.custom_fields,
      ARRAY(SELECT CASE WHEN o.quantity > 1 THEN o.quantity || ' × ' ELSE '' END || o.title FROM sale_item o
        WHERE o.platform_id = s.platform_id AND o.sale_id = s.id ORDER BY o.position) AS items,
      coalesce(p.terms->'shares', '[]') AS shares,
      (SELECT a.name FROM jsonb_to_recordset(p.terms->'shares') AS share(role text, "personId" uuid)
        JOIN person a ON a.platform_id = s.platform_id AND a.id = share."personId"
        WHERE share.role = 'affiliate' LIMIT 1) AS affiliate_name,
      (SELECT sum(paid_amount)::bigint FROM payment WHERE platform_id = s.platform_id AND sale_id = s.id) AS paid_amount
    FROM sale s ${LATEST_PAYMENT} WHERE s.platform_id = $1 AND s.id = ANY ($2::uuid[])`,
  values: [platformId, ids],
});

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
    SELECT day::text, method, count(*) AS created_count,
      count(*) FILTER (WHERE status = 'APPROVED') AS approved_count,
      coalesce(sum(amount) FILTER (WHERE status = 'APPROVED'), 0)::bigint AS approved_amount,
      count(*) FILTER (WHERE status = 'PENDING') AS pending_count,
      coalesce(sum(amount) FILTER (WHERE status = 'PENDING'), 0)::bigint AS pending_amount
    FROM mine GROUP BY GROUPING SETS ((), (day), (method)) ORDER BY method`,
  values: [platformId, sellerId, currency, from, to],
});
