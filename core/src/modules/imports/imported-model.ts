/** Reads what imports have brought: customers, and sales of other platforms. */
import type { getCustomer, listCustomers, listSales } from '@feira/schemas/procedures/imports';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';
import { STATUS } from '../sales/model.ts';

const CONTACT = 'x.name, x.email, x.phone, x.document';
const NAMES = `fold_text(concat_ws(' ', x.name, x.email, x.document))`;

export const CUSTOMERS: List<RowOf<typeof listCustomers>, FilterOf<typeof listCustomers> & { sellerId: string }> = {
  isCounted: true,
  isFresh: true,
  sql: ({ sellerId, search }, bind) => ({
    columns: `x.id, ${CONTACT}, x.source, x.created_at`,
    from: 'imported_customer x',
    where: ['x.platform_id = $1', `x.seller_id = ${bind(sellerId)}`, contains(NAMES, search, bind)],
    order: newestFirst('x'),
  }),
};

const SALE = `x.id, x.source, x.external_id, x.sold_at, x.product_name, x.offer_title, x.amount, x.net_amount, x.currency, x.status`;

export const SALES: List<RowOf<typeof listSales>, FilterOf<typeof listSales> & { sellerId: string }> = {
  isCounted: true,
  isFresh: true,
  sql: ({ sellerId, search }, bind) => ({
    columns: `${SALE}, ${CONTACT}`,
    from: 'imported_sale x',
    where: [
      'x.platform_id = $1',
      `x.seller_id = ${bind(sellerId)}`,
      contains(`fold_text(concat_ws(' ', x.name, x.email, x.product_name, x.external_id))`, search, bind),
    ],
    order: newestFirst('x', 'x.sold_at'),
  }),
};

export const selectCustomer = (
  platformId: string,
  sellerId: string,
  id: string,
): Statement<RowOf<typeof listCustomers>> => ({
  text: `SELECT x.id, ${CONTACT}, x.source, x.created_at FROM imported_customer x
    WHERE x.platform_id = $1 AND x.seller_id = $2 AND x.id = $3`,
  values: [platformId, sellerId, id],
});

/** The sales that a customer's page shows of each kind. */
const MOST_SALES = 100;

export const selectImportedSales = (
  platformId: string,
  sellerId: string,
  email: string,
): Statement<RowOf<typeof getCustomer, 'importedSales'>> => ({
  text: `SELECT ${SALE} FROM imported_sale x WHERE x.platform_id = $1 AND x.seller_id = $2 AND x.email = $3
    ORDER BY x.sold_at DESC, x.id DESC LIMIT ${MOST_SALES}`,
  values: [platformId, sellerId, email],
});

export const selectOwnSales = (
  platformId: string,
  sellerId: string,
  email: string,
): Statement<RowOf<typeof getCustomer, 'sales'>> => ({
  text: `SELECT s.id, s.created_at, i.title, p.amount, p.currency, ${STATUS} AS status
    FROM (SELECT * FROM sale WHERE platform_id = $1 AND seller_id = $2 AND buyer_email_lower = $3
      ORDER BY created_at DESC, id DESC LIMIT ${MOST_SALES}) s
    CROSS JOIN LATERAL (SELECT * FROM payment WHERE platform_id = $1 AND sale_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1) p
    CROSS JOIN LATERAL (SELECT title FROM sale_item WHERE platform_id = $1 AND sale_id = s.id AND position = 0) i
    ORDER BY s.created_at DESC, s.id DESC`,
  values: [platformId, sellerId, email],
});
