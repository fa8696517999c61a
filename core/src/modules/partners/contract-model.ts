/** Contracts with co-producers, as rows. None is ever edited: a change is another version. */
import type { CONTRACT_STATUSES } from '@feira/schemas/procedures/partners';
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor } from '../../shared/page-cursor.ts';
import { isAfter, type PageFilter, SHOWN_PRODUCT, type ShownProduct } from './product-model.ts';

export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

export interface ContractRow {
  id: string;
  productId: string;
  personId: string;
  personName: string;
  personEmail: string;
  sellerId: string;
  basisPoints: number;
  status: ContractStatus;
  replaces: string | null;
  endsAt: Date | null;
}

export const selectContract = (platformId: string, id: string): Statement => ({
  text: `
    SELECT c.id, c.product_id AS "productId", c.person_id AS "personId", m.name AS "personName", m.email AS "personEmail",
      p.seller_id AS "sellerId", c.basis_points AS "basisPoints", c.status, c.replaces, c.ends_at AS "endsAt"
    FROM co_production c
    JOIN product p ON p.platform_id = c.platform_id AND p.id = c.product_id
    JOIN person m ON m.platform_id = c.platform_id AND m.id = c.person_id
    WHERE c.platform_id = $1 AND c.id = $2`,
  values: [platformId, id],
});

/** Contracts end by themselves when their time is over; written down when somebody next decides about the product. */
export const endExpired = (platformId: string, productId: string, now: Date): Statement => ({
  text: `UPDATE co_production SET status = 'ENDED'
    WHERE platform_id = $1 AND product_id = $2 AND status IN ('OFFERED', 'ACTIVE') AND ends_at <= $3`,
  values: [platformId, productId, now],
});

export interface Candidate {
  id: string;
  name: string;
  email: string;
}

/** Whoever can sign in and see contracts. */
export const selectCandidate = (platformId: string, email: string): Statement => ({
  text: `
    SELECT p.id, p.name, p.email FROM person p
    WHERE p.platform_id = $1 AND p.email = lower($2) AND p.status = 'ACTIVE'
      AND EXISTS (SELECT 1 FROM role_grant g WHERE g.platform_id = p.platform_id AND g.person_id = p.id
        AND g.role IN ('seller', 'co-producer'))`,
  values: [platformId, email],
});

export interface OpenContract {
  id: string;
  personId: string;
  status: 'OFFERED' | 'ACTIVE';
}

export const selectOpen = (platformId: string, productId: string): Statement => ({
  text: `SELECT id, person_id AS "personId", status FROM co_production
    WHERE platform_id = $1 AND product_id = $2 AND status IN ('OFFERED', 'ACTIVE')`,
  values: [platformId, productId],
});

export interface NewContract {
  id: string;
  productId: string;
  personId: string;
  basisPoints: number;
  endsAt: Date | null;
  replaces: string | null;
}

export const insertContract = (platformId: string, contract: NewContract): Statement => ({
  text: `INSERT INTO co_production (platform_id, id, product_id, person_id, basis_points, ends_at, replaces)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  values: [
    platformId,
    contract.id,
    contract.productId,
    contract.personId,
    contract.basisPoints,
    contract.endsAt,
    contract.replaces,
  ],
});

export const startContract = (platformId: string, id: string, now: Date): Statement => ({
  text: `UPDATE co_production SET status = 'ACTIVE', starts_at = $3 WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, now],
});

/** What never began keeps the last day that was offered. */
export const closeContract = (platformId: string, id: string, status: 'REFUSED' | 'ENDED', now: Date): Statement => ({
  text: `UPDATE co_production SET status = $3, ends_at = CASE WHEN status = 'ACTIVE' THEN $4::timestamptz ELSE ends_at END
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, status, now],
});

interface ShownContract extends PageCursor {
  product: ShownProduct;
  basisPoints: number;
  status: ContractStatus;
  replaces: string | null;
  createdAt: Date;
  startsAt: Date | null;
  endsAt: Date | null;
}

export interface SellersContractRow extends ShownContract {
  person: Candidate;
}
export interface OwnContractRow extends ShownContract {
  seller: Candidate;
}

export interface ContractFilter extends PageFilter {
  now: Date;
  status?: ContractStatus | undefined;
  productId?: string | undefined;
}

/** Of one side, the other side shown. */
export function selectContracts(
  platformId: string,
  side: { sellerId: string } | { personId: string },
  filter: ContractFilter,
  limit: number,
): Statement {
  const isSeller = 'sellerId' in side;
  const values: unknown[] = [platformId, isSeller ? side.sellerId : side.personId, limit, filter.now];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const status = `CASE WHEN c.status IN ('OFFERED', 'ACTIVE') AND c.ends_at <= $4 THEN 'ENDED' ELSE c.status END`;
  const conditions = [
    isSeller ? 'p.seller_id = $2' : 'c.person_id = $2',
    ...(filter.status ? [`${status} = ${bind(filter.status)}`] : []),
    ...(filter.productId ? [`c.product_id = ${bind(filter.productId)}`] : []),
  ];
  return {
    text: `
      SELECT c.id, ${SHOWN_PRODUCT}, c.basis_points AS "basisPoints", ${status} AS status, c.replaces,
        c.created_at AS "createdAt", c.starts_at AS "startsAt", c.ends_at AS "endsAt",
        jsonb_build_object('id', o.id, 'name', o.name, 'email', o.email) AS ${isSeller ? 'person' : 'seller'},
        ${microsecondsOf('c.created_at')} AS microseconds
      FROM co_production c
      JOIN product p ON p.platform_id = c.platform_id AND p.id = c.product_id
      JOIN person o ON o.platform_id = c.platform_id AND o.id = ${isSeller ? 'c.person_id' : 'p.seller_id'}
      WHERE c.platform_id = $1 AND ${conditions.join(' AND ')} ${isAfter('c', filter.after, bind)}
      ORDER BY c.created_at DESC, c.id DESC LIMIT $3`,
    values,
  };
}
