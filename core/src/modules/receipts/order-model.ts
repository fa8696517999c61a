/** Reads what was bought with a payment, line by line. The lines, the discounts, the freight and the interest add up to the amount. */
import type { Address } from '@feira/schemas/provider';
import { joinAddressLine } from '@feira/schemas/rules/address-line';
import { maskZipCode } from '@feira/schemas/rules/mask';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { JOIN_DELIVERY } from '../../shared/sale-delivery.ts';
import type { Payment } from '../payments/model.ts';
import { PLAN, type PlanRow } from './plan-model.ts';

export interface Order {
  buyerName: string;
  /** The offer first, then its order bumps; titles with the quantity before those of more than one. Cents; the discounts are not yet taken off. */
  items: { title: string; amount: number }[];
  couponCode: string | null;
  /** Cents that the coupon took off the price. */
  discount: number;
  /** Cents that the payment method took off it besides. */
  methodDiscount: number;
  freight: number;
  /** The interest that the buyer pays for installments, in cents. */
  interest: number;
  address: Address | null;
  delivery: string | null;
  /** A digital product is among the items. */
  hasDigital: boolean;
  /** The seller's address for questions about the product. */
  supportEmail: string | null;
  sellerDocument: string | null;
  /** The seller lets buyers see a CPF. */
  showsSellerDocument: boolean;
  sellerAddress: string | null;
  /** The subscription that the sale is a charge of; null where it is of none. */
  plan: PlanRow | null;
}

/** `total`: the price without the interest. */
type OrderRow = Omit<Order, 'interest'> & { total: number };

/** More columns of an order `s`, of its offer `o` or its product `pr`, and the join that they need. */
interface More {
  name: string;
  columns: string;
  join: string;
}

const selectOrder = <Row>({ platformId, saleId }: Payment, more?: More): Statement<OrderRow & Row> => ({
  name: more?.name ?? 'order-of-sale',
  text: `SELECT ${more ? `${more.columns}, ` : ''}s.buyer_name, s.total, s.coupon_code, s.discount, s.method_discount, s.freight, s.address, d.description AS delivery,
      EXISTS (SELECT FROM sale_item i WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND NOT i.is_tangible) AS has_digital,
      pr.support_email, person.document AS seller_document, person.shows_document AS shows_seller_document,
      person.public_address AS seller_address,
      ${PLAN} AS plan,
      (SELECT jsonb_agg(jsonb_build_object(
          'title', CASE WHEN i.quantity > 1 THEN i.quantity || ' × ' ELSE '' END
            || CASE WHEN i.order_bump_id IS NULL THEN i.title ELSE coalesce(i.product_name, i.title) END,
          'amount', i.unit_price * i.quantity + CASE WHEN i.position = 0 THEN s.discount + s.method_discount ELSE 0 END) ORDER BY i.position)
        FROM sale_item i WHERE i.platform_id = s.platform_id AND i.sale_id = s.id) AS items
    FROM sale s ${JOIN_DELIVERY}
    JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    JOIN product pr ON pr.platform_id = o.platform_id AND pr.id = o.product_id
    JOIN person ON person.platform_id = s.platform_id AND person.id = s.seller_id
    ${more?.join ?? ''}
    WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

/** Reads the order of a payment, and more of it in the same statement. */
export async function readOrder<Row = unknown>(
  { database }: Pick<FastifyInstance, 'database'>,
  payment: Payment,
  more?: More,
): Promise<Order & Omit<Row, 'total'>> {
  const { rows } = await database.readShared(payment.platformId, selectOrder<Row>(payment, more));
  const row = rows[0];
  if (!row) throw new Error('A payment has no sale.');
  const { total, ...order } = row;
  return { ...order, interest: Math.max(0, payment.amount - total) };
}

/** Only what was paid has a receipt, also after the money went back. */
export const hasReceipt = ({ approvedAt, isProvisional, status }: Payment): boolean =>
  approvedAt !== null && !isProvisional && (status === 'APPROVED' || status === 'REFUNDED');

/** One line, as people write it on a letter. */
export const formatAddress = ({ street, number, complement, district, city, state, zipCode }: Address): string =>
  joinAddressLine(street, number, complement, district, `${city} - ${state}`, maskZipCode(zipCode));
