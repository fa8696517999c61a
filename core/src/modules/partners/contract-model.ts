/** Contracts with co-producers, as rows. A contract is never edited; a change is a new version. */
import type { CONTRACT_STATUSES } from '@feira/schemas/procedures/partners';
import type { Statement } from '../../plugins/database.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import type { Bind } from '../../shared/statement.ts';
import { SHOWN_PRODUCT, type ShownProduct } from './product-model.ts';

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

export const selectContract = (platformId: string, id: string): Statement<ContractRow> => ({
  text: `
    SELECT c.id, c.product_id AS "productId", c.person_id AS "personId", m.name AS "personName", m.email AS "personEmail",
      p.seller_id AS "sellerId", c.basis_points AS "basisPoints", c.status, c.replaces, c.ends_at AS "endsAt"
    FROM co_production c
    JOIN product p ON p.platform_id = c.platform_id AND p.id = c.product_id
    JOIN person m ON m.platform_id = c.platform_id AND m.id = c.person_id
    WHERE c.platform_id = $1 AND c.id = $2`,
  values: [platformId, id],
});

/** Marks contracts whose end has passed as ended. It runs before the next decision about the product. */
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

/** Finds a person who can sign in and see contracts. */
export const selectCandidate = (platformId: string, email: string): Statement<Candidate> => ({
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

export const selectOpen = (platformId: string, productId: string): Statement<OpenContract> => ({
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

/** Closes a contract. One that never began keeps its offered end. */
export const closeContract = (platformId: string, id: string, status: 'REFUSED' | 'ENDED', now: Date): Statement => ({
  text: `UPDATE co_production SET status = $3, ends_at = CASE WHEN status = 'ACTIVE' THEN $4::timestamptz ELSE ends_at END
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, status, now],
});

interface ShownContract {
  id: string;
  product: ShownProduct;
  basisPoints: number;
  status: ContractStatus;
  replaces: string | null;
  createdAt: Date;
  startsAt: Date | null;
  endsAt: Date | null;
}

interface ContractFilter {
  now: Date;
  status?: ContractStatus | undefined;
  productId?: string | undefined;
}

/** Contracts of a seller's products, with the co-producers. */
export const SELLERS_CONTRACTS: List<ShownContract & { person: Candidate }, ContractFilter & { sellerId: string }> = {
  isFresh: true,
  sql: (filter, bind) => {
    const { columns, status, where } = describeContracts(filter, bind);
    return {
      columns: `${columns}, ${status} AS status, jsonb_build_object('id', o.id, 'name', o.name, 'email', o.email) AS person`,
      from: `${CONTRACTS} JOIN person o ON o.platform_id = c.platform_id AND o.id = c.person_id`,
      where: [`p.seller_id = ${bind(filter.sellerId)}`, ...where],
      order: newestFirst('c'),
    };
  },
};

/** Lists the contracts that sellers offered to this person. */
export const OWN_CONTRACTS: List<ShownContract & { seller: Candidate }, ContractFilter & { personId: string }> = {
  isFresh: true,
  sql: (filter, bind) => {
    const { columns, status, where } = describeContracts(filter, bind);
    return {
      columns: `${columns}, ${status} AS status, jsonb_build_object('id', o.id, 'name', o.name, 'email', o.email) AS seller`,
      from: `${CONTRACTS} JOIN person o ON o.platform_id = c.platform_id AND o.id = p.seller_id`,
      where: [`c.person_id = ${bind(filter.personId)}`, ...where],
      order: newestFirst('c'),
    };
  },
};

const CONTRACTS = 'co_production c JOIN product p ON p.platform_id = c.platform_id AND p.id = c.product_id';

function describeContracts({ now, status: wanted, productId }: ContractFilter, bind: Bind) {
  // A contract whose end has passed counts as ended before its row says so.
  const status = `CASE WHEN c.status IN ('OFFERED', 'ACTIVE') AND c.ends_at <= ${bind(now)} THEN 'ENDED' ELSE c.status END`;
  return {
    status,
    columns: `c.id, ${SHOWN_PRODUCT}, c.basis_points AS "basisPoints", c.replaces,
      c.created_at AS "createdAt", c.starts_at AS "startsAt", c.ends_at AS "endsAt"`,
    where: [
      'c.platform_id = $1',
      wanted && `${status} = ${bind(wanted)}`,
      productId && `c.product_id = ${bind(productId)}`,
    ],
  };
}
