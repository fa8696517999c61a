/** Reads the customers of sellers. A trigger notes a customer with their first sale or subscription. */
import type { listCustomers } from '@feira/schemas/procedures/customers';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';

interface CustomerRow extends RowOf<typeof listCustomers> {}

/** Returns the SQL of the id of the customer who is the buyer of a row with `seller_id` and `buyer_email_lower`. */
export const customerOf = (alias: string): string => `(SELECT buyer.id FROM customer buyer
  WHERE buyer.email = ${alias}.buyer_email_lower AND buyer.seller_id = ${alias}.seller_id AND buyer.platform_id = ${alias}.platform_id)`;

/** Returns the condition that such a row is of a customer; `id` is SQL. */
export const isOfCustomer = (alias: string, id: string): string =>
  `(${alias}.buyer_email_lower, ${alias}.seller_id) = (SELECT buyer.email, buyer.seller_id FROM customer buyer
    WHERE buyer.id = ${id} AND buyer.platform_id = ${alias}.platform_id)`;

const COLUMNS = `c.id, c.email, c.created_at, latest.buyer_name AS name, latest.buyer_phone AS phone, latest.created_at AS last_sale_at,
  (SELECT count(DISTINCT p.sale_id)::int FROM sale s JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id
    WHERE s.buyer_email_lower = c.email AND s.platform_id = c.platform_id AND s.seller_id = c.seller_id
      AND p.status = 'APPROVED' AND NOT p.is_provisional) AS paid_sales`;
const LATEST = `LEFT JOIN LATERAL (
    SELECT buyer_name, buyer_phone, created_at FROM sale
    WHERE buyer_email_lower = c.email AND platform_id = c.platform_id AND seller_id = c.seller_id
    ORDER BY created_at DESC, id DESC LIMIT 1
  ) latest ON true`;

export const CUSTOMERS: List<CustomerRow, FilterOf<typeof listCustomers> & { sellerId: string }> = {
  mostDays: () => Number.POSITIVE_INFINITY,
  isFresh: true,
  sql: ({ sellerId, from, to, email }, bind) => ({
    columns: COLUMNS,
    from: 'customer c',
    details: `JOIN customer c ON c.id = page.id AND c.platform_id = $1 ${LATEST}`,
    where: [
      'c.platform_id = $1',
      `c.seller_id = ${bind(sellerId)}`,
      email && `c.email = lower(${bind(email)})`,
      ...isWithin('c.created_at', { from, to }, bind),
    ],
    order: newestFirst('c'),
  }),
};
