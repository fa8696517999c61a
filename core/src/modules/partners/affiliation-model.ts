/** Reads and writes the rows of affiliations: people who sell another person's product. */
import type { AFFILIATION_STATUSES, listAffiliations, listMyAffiliations } from '@feira/schemas/procedures/partners';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { comesAfter, cursorOf, type List, newestFirst, orderBy } from '../../shared/list.ts';
import { allOf, contains } from '../../shared/statement.ts';
import { SHOWN_PRODUCT, type ShownOffer, shownOffers } from './product-model.ts';

export type AffiliationStatus = (typeof AFFILIATION_STATUSES)[number];

export interface AffiliationRow {
  id: string;
  productId: string;
  personId: string;
  personName: string;
  personEmail: string;
  sellerId: string;
  status: AffiliationStatus;
  basisPoints: number;
}

const selectOf =
  (lock: string) =>
  (platformId: string, id: string): Statement<AffiliationRow> => ({
    text: `
    SELECT a.id, a.product_id, a.person_id, a.status, a.basis_points, m.name AS person_name, m.email AS person_email, p.seller_id
    FROM affiliation a
    JOIN product p ON p.platform_id = a.platform_id AND p.id = a.product_id
    JOIN person m ON m.platform_id = a.platform_id AND m.id = a.person_id
    WHERE a.platform_id = $1 AND a.id = $2 ${lock}`,
    values: [platformId, id],
  });
export const selectAffiliation = selectOf('');
export const lockAffiliation = selectOf('FOR NO KEY UPDATE OF a');

export interface Earlier {
  status: AffiliationStatus;
  endedAs: 'seller' | 'affiliate' | null;
}

/** Selects the person's earlier affiliations with the product, the latest first. */
export const selectEarlier = (platformId: string, productId: string, personId: string): Statement<Earlier> => ({
  text: `SELECT status, ended_as FROM affiliation WHERE platform_id = $1 AND product_id = $2 AND person_id = $3
    ORDER BY created_at DESC, id DESC`,
  values: [platformId, productId, personId],
});

export interface NewAffiliation {
  id: string;
  productId: string;
  personId: string;
  basisPoints: number;
  status: 'REQUESTED' | 'ACTIVE';
}

export const insertAffiliation = (platformId: string, row: NewAffiliation): Statement => ({
  text: `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status, decided_at)
    VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $6 = 'ACTIVE' THEN now() END)`,
  values: [platformId, row.id, row.productId, row.personId, row.basisPoints, row.status],
});

export const updateStatus = (
  platformId: string,
  id: string,
  status: AffiliationStatus,
  endedAs: Earlier['endedAs'] = null,
): Statement => ({
  text: `UPDATE affiliation SET status = $3, ended_as = $4, decided_at = now() WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, status, endedAs],
});

const SHOWN = `a.id, a.status, a.basis_points, a.created_at, a.decided_at,
  ${SHOWN_PRODUCT}`;
const ORDER = newestFirst('a');

interface SellersFilter {
  sellerId: string;
  status: AffiliationStatus;
  productId?: string | undefined;
  search?: string | undefined;
}

/** Lists the affiliates of a seller's products. It reads one page of each product from an index, because a seller may have very many. */
export const SELLERS_AFFILIATIONS: List<Omit<RowOf<typeof listAffiliations>, 'earned'>, SellersFilter> = {
  isFresh: true,
  sql: {
    text: ({ sellerId, status, productId, search }, bind, { after, limit }) => `
      SELECT ${SHOWN}, a.person, a.cursor
      FROM product p
      CROSS JOIN LATERAL (
        SELECT a.*, jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email) AS person, ${cursorOf(ORDER)}
        FROM affiliation a JOIN person m ON m.platform_id = a.platform_id AND m.id = a.person_id
        WHERE ${allOf([
          'a.platform_id = p.platform_id',
          'a.product_id = p.id',
          `a.status = ${bind(status)}`,
          contains('m.search_text', search, bind),
          comesAfter(ORDER, after, bind),
        ])}
        ORDER BY ${orderBy(ORDER)} LIMIT ${limit}
      ) a
      WHERE ${allOf(['p.platform_id = $1', `p.seller_id = ${bind(sellerId)}`, productId && `p.id = ${bind(productId)}`])}
      ORDER BY ${orderBy(ORDER)} LIMIT ${limit}`,
  },
};

interface OwnRow extends Omit<RowOf<typeof listMyAffiliations>, 'earned' | 'offers'> {
  offers: ShownOffer[];
}

interface OwnFilter {
  personId: string;
  status?: AffiliationStatus | undefined;
  currencies: readonly string[];
}

/** Lists the affiliations of one person with other sellers' products. */
export const OWN_AFFILIATIONS: List<OwnRow, OwnFilter> = {
  isFresh: true,
  sql: ({ personId, status, currencies }, bind) => ({
    columns: `${SHOWN}, s.name AS seller_name, p.affiliate_window_days AS window_days,
      CASE WHEN a.status = 'ACTIVE' THEN ${shownOffers(bind(currencies))} ELSE '[]' END AS offers`,
    from: `affiliation a
      JOIN product p ON p.platform_id = a.platform_id AND p.id = a.product_id
      JOIN person s ON s.platform_id = p.platform_id AND s.id = p.seller_id`,
    where: ['a.platform_id = $1', `a.person_id = ${bind(personId)}`, status && `a.status = ${bind(status)}`],
    order: ORDER,
  }),
};
