/** Sums up the facts of the reports for managers and masters, so that their figures agree with the ledger and with each other. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { openValues } from '../../shared/statement.ts';
import { selectFacts, type Through } from '../reports/model.ts';

/** A period, and the one before it, which begins on `start`. */
export interface Halves {
  start: string;
  from: string;
  to: string;
  currency: Currency;
}

/** A manager with more sellers than this reads the figures of the newest. */
const MOST_SELLERS = 1_000;
const MOST_PRODUCTS = 20;

interface Seller {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  status: 'ACTIVE' | 'DISABLED';
  createdAt: Date;
}

const SELLER = 'p.id, p.name, p.email, p.phone, p.status, p.created_at';

export const selectSellers = (platformId: string, managerId: string): Statement<Seller> => ({
  text: `SELECT ${SELLER} FROM person p WHERE p.platform_id = $1 AND p.manager_id = $2
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${MOST_SELLERS}`,
  values: [platformId, managerId],
});

export const selectSeller = (platformId: string, managerId: string, personId: string): Statement<Seller> => ({
  text: `SELECT ${SELLER} FROM person p WHERE p.platform_id = $1 AND p.manager_id = $2 AND p.id = $3`,
  values: [platformId, managerId, personId],
});

export interface TurnoverRow {
  isRecent: boolean;
  sellerId: string;
  day: string | null;
  sales: number;
  gross: number;
}

/** Sums the sales of these sellers: a row for each seller and half, and for each seller and day of the period. */
export function selectTurnover(
  platformId: string,
  sellerIds: readonly string[],
  { start, from, to, currency }: Halves,
  through: Through,
): Statement<TurnoverRow> {
  const { values, bind } = openValues(platformId);
  const middle = bind(from);
  return {
    text: `
      WITH ${selectFacts(bind, { from: start, to, currency, personIds: sellerIds }, through)}, mine AS (
        SELECT day >= ${middle}::date AS recent, person_id, day, sales, gross FROM facts WHERE role = 'seller'
      )
      SELECT recent AS is_recent, person_id AS seller_id, day::text, sum(sales)::bigint AS sales, sum(gross)::bigint AS gross
      FROM mine GROUP BY GROUPING SETS ((recent, person_id), (recent, person_id, day))`,
    values,
  };
}

export interface CommissionRow {
  isRecent: boolean;
  sellerId: string;
  commission: number;
}

/** Sums the earnings of a manager, by the seller whose product was sold. */
export function selectManagersCommissions(
  platformId: string,
  managerId: string,
  { start, from, to, currency }: Halves,
  through: Through,
): Statement<CommissionRow> {
  const { values, bind } = openValues(platformId);
  const middle = bind(from);
  return {
    text: `
      WITH ${selectFacts(bind, { from: start, to, currency, personIds: [managerId] }, through)}
      SELECT f.day >= ${middle}::date AS is_recent, p.seller_id, sum(f.net)::bigint AS commission
      FROM facts f JOIN product p ON p.platform_id = $1 AND p.id = f.product_id WHERE f.role = 'manager' GROUP BY 1, 2`,
    values,
  };
}

export interface PartRow {
  kind: 'total' | 'method' | 'product';
  method: PaymentMethod | null;
  productId: string | null;
  name: string | null;
  sales: number;
  gross: number;
  refunded: number;
  charged: number;
}

/** One seller's period in total, by method and by product. */
export function selectParts(
  platformId: string,
  sellerId: string,
  { from, to, currency }: Halves,
  through: Through,
): Statement<PartRow> {
  const { values, bind } = openValues(platformId);
  return {
    text: `
      WITH ${selectFacts(bind, { from, to, currency, personIds: [sellerId] }, through)}, sums AS (
        SELECT CASE grouping(method, product_id) WHEN 3 THEN 'total' WHEN 1 THEN 'method' ELSE 'product' END AS kind, method, product_id,
          coalesce(sum(sales), 0)::bigint AS sales, coalesce(sum(gross), 0)::bigint AS gross,
          coalesce(sum(refunded), 0)::bigint AS refunded, coalesce(sum(charged), 0)::bigint AS charged
        FROM facts WHERE role = 'seller' GROUP BY GROUPING SETS ((), (method), (product_id))
      ), ranked AS (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY gross DESC, product_id) AS place FROM sums)
      SELECT r.*, p.name FROM ranked r LEFT JOIN product p ON p.platform_id = $1 AND p.id = r.product_id
      WHERE r.kind <> 'product' OR (r.product_id IS NOT NULL AND r.place <= ${MOST_PRODUCTS}) ORDER BY r.kind, r.place`,
    values,
  };
}

export interface VolumeRow {
  isRecent: boolean;
  sales: number;
  gross: number;
  profit: number;
}

/** Selects the turnover of a whole platform, in both halves. */
export function selectVolume(
  platformId: string,
  { start, from, to, currency }: Halves,
  through: Through,
): Statement<VolumeRow> {
  const { values, bind } = openValues(platformId);
  const middle = bind(from);
  return {
    text: `
      WITH ${selectFacts(bind, { from: start, to, currency }, through)}
      SELECT day >= ${middle}::date AS is_recent, sum(sales)::bigint AS sales, sum(gross)::bigint AS gross,
        sum(fees + interest + anticipations - costs - commissions - losses)::bigint AS profit
      FROM facts WHERE role IS NULL OR role = 'seller' GROUP BY 1`,
    values,
  };
}
