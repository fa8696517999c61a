/** Reads and writes the rows of contracts with co-producers. A contract is never edited; a change is a new version. */
import type { CONTRACT_STATUSES, listContracts, listMyContracts } from '@feira/schemas/procedures/partners';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import type { Bind } from '../../shared/statement.ts';
import { SHOWN_PRODUCT } from './product-model.ts';

export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/** Days after which an invitation that was not accepted is over. */
const INVITATION_DAYS = 30;
/** Days after which an invitation that was not accepted is deleted, because it holds the address of a possible stranger. */
const KEPT_DAYS = 90;

/** The co-producer or the invited person: `id` and `name` are null until the person accepts. */
export interface Party {
  id: string | null;
  name: string | null;
  email: string;
}

export interface ContractRow {
  id: string;
  productId: string;
  party: Party;
  /** True if the person who asks is the co-producer, or has proven the address that was invited. */
  isParty: boolean;
  sellerId: string;
  basisPoints: number;
  status: ContractStatus;
  replaces: string | null;
  endsAt: Date | null;
}

/** Joins the co-producer of contract c as m. */
const PARTY = 'LEFT JOIN person m ON m.platform_id = c.platform_id AND m.id = c.person_id';
const EMAIL = 'coalesce(m.email, c.email)';
/** True for the person of contract c, and for a person who has proven the address that was invited. */
const isParty = (person: string) =>
  `(c.person_id = ${person} OR (c.person_id IS NULL AND c.email = (SELECT v.email FROM person v
    WHERE v.platform_id = c.platform_id AND v.id = ${person} AND v.email_verified_at IS NOT NULL)))`;
/** True of an open contract whose time has passed before its row says so. */
const isOver = (now: string) =>
  `(c.status IN ('OFFERED', 'ACTIVE') AND (c.ends_at <= ${now}
    OR (c.person_id IS NULL AND c.created_at <= ${now}::timestamptz - interval '${INVITATION_DAYS} days')))`;

/** Reads a contract as `personId` sees it. */
export const selectContract = (platformId: string, id: string, personId: string): Statement<ContractRow> => ({
  text: `
    SELECT c.id, c.product_id, jsonb_build_object('id', m.id, 'name', m.name, 'email', ${EMAIL}) AS party,
      coalesce(${isParty('$3')}, false) AS is_party, p.seller_id, c.basis_points, c.status, c.replaces, c.ends_at
    FROM co_production c
    JOIN product p ON p.platform_id = c.platform_id AND p.id = c.product_id
    ${PARTY}
    WHERE c.platform_id = $1 AND c.id = $2`,
  values: [platformId, id, personId],
});

/** Marks contracts whose end has passed as ended. It runs before the next decision about the product. */
export const endExpired = (platformId: string, productId: string, now: Date): Statement => ({
  text: `UPDATE co_production c SET status = 'ENDED' WHERE platform_id = $1 AND product_id = $2 AND ${isOver('$3')}`,
  values: [platformId, productId, now],
});

export interface OpenContract {
  id: string;
  personId: string | null;
  email: string;
  status: 'OFFERED' | 'ACTIVE';
}

export const selectOpen = (platformId: string, productId: string): Statement<OpenContract> => ({
  text: `SELECT c.id, c.person_id, ${EMAIL} AS email, c.status FROM co_production c ${PARTY}
    WHERE c.platform_id = $1 AND c.product_id = $2 AND c.status IN ('OFFERED', 'ACTIVE')`,
  values: [platformId, productId],
});

export interface NewContract {
  id: string;
  productId: string;
  party: Party;
  basisPoints: number;
  endsAt: Date | null;
  replaces: string | null;
}

export const insertContract = (platformId: string, contract: NewContract): Statement => ({
  text: `INSERT INTO co_production (platform_id, id, product_id, person_id, email, basis_points, ends_at, replaces)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: [
    platformId,
    contract.id,
    contract.productId,
    contract.party.id,
    contract.party.email,
    contract.basisPoints,
    contract.endsAt,
    contract.replaces,
  ],
});

export const startContract = (platformId: string, id: string, personId: string, now: Date): Statement => ({
  text: `UPDATE co_production SET status = 'ACTIVE', person_id = $3, starts_at = $4 WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, personId, now],
});

/** Closes a contract. One that never began keeps its offered end. */
export const closeContract = (platformId: string, id: string, status: 'REFUSED' | 'ENDED', now: Date): Statement => ({
  text: `UPDATE co_production SET status = $3, ends_at = CASE WHEN status = 'ACTIVE' THEN $4::timestamptz ELSE ends_at END
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, status, now],
});

interface ContractFilter {
  now: Date;
  status?: ContractStatus | undefined;
  productId?: string | undefined;
}

/** Contracts of a seller's products, with who accepted or was invited. */
export const SELLERS_CONTRACTS: List<RowOf<typeof listContracts>, ContractFilter & { sellerId: string }> = {
  isFresh: true,
  sql: (filter, bind) => {
    const { columns, status, where } = describeContracts(filter, bind);
    return {
      columns: `${columns}, ${status} AS status,
        jsonb_build_object('id', m.id, 'name', m.name, 'email', ${EMAIL}) AS partner`,
      from: `${CONTRACTS} ${PARTY}`,
      where: [`p.seller_id = ${bind(filter.sellerId)}`, ...where],
      order: newestFirst('c'),
    };
  },
};

/** Lists the contracts that sellers offered to this person. */
export const OWN_CONTRACTS: List<RowOf<typeof listMyContracts>, ContractFilter & { personId: string }> = {
  isFresh: true,
  sql: (filter, bind) => {
    const { columns, status, where } = describeContracts(filter, bind);
    return {
      columns: `${columns}, ${status} AS status, jsonb_build_object('id', o.id, 'name', o.name, 'email', o.email) AS seller`,
      from: `${CONTRACTS} JOIN person o ON o.platform_id = c.platform_id AND o.id = p.seller_id`,
      where: [isParty(bind(filter.personId)), ...where],
      order: newestFirst('c'),
    };
  },
};

const CONTRACTS = 'co_production c JOIN product p ON p.platform_id = c.platform_id AND p.id = c.product_id';

function describeContracts({ now, status: wanted, productId }: ContractFilter, bind: Bind) {
  const status = `CASE WHEN ${isOver(bind(now))} THEN 'ENDED' ELSE c.status END`;
  return {
    status,
    columns: `c.id, ${SHOWN_PRODUCT}, c.basis_points, c.replaces, c.created_at, c.starts_at, c.ends_at`,
    where: [
      'c.platform_id = $1',
      wanted && `${status} = ${bind(wanted)}`,
      productId && `c.product_id = ${bind(productId)}`,
    ],
  };
}

export async function purgeInvitations({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.deleteAll((limit) => ({
    text: `DELETE FROM co_production WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM co_production
      WHERE person_id IS NULL AND created_at < now() - make_interval(days => $1) LIMIT $2) AND person_id IS NULL`,
    values: [KEPT_DAYS, limit],
  }));
}
