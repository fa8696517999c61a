/** Lists and counts shipments for their seller. */
import type { SHIPMENT_TABS } from '@feira/schemas/procedures/fulfilment';
import type { Statement } from '../../plugins/database.ts';
import { cursorOf, type List, newestFirst, type Order } from '../../shared/list.ts';
import { DECIDING_PAYMENT, SHIPMENT_FACTS, type ShipmentFacts } from '../shipping/model.ts';

export type ShipmentTab = (typeof SHIPMENT_TABS)[number];

export interface ListedShipment extends ShipmentFacts {
  saleId: string;
  buyerName: string;
  city: string | null;
  region: string | null;
  items: { title: string; quantity: number }[];
  paidAt: Date;
  shipUntil: string;
  isOverdue: boolean;
}

const IS_OVERDUE = `l.state = 'TO_SHIP' AND l.at <= now()`;

/** Physical items of a sale `s`. An extra is named by its product: its title is what the checkout said of it. */
export const PHYSICAL_ITEMS = `(SELECT jsonb_agg(jsonb_build_object('quantity', i.quantity,
    'title', CASE WHEN i.order_bump_id IS NULL THEN i.title ELSE coalesce(i.product_name, i.title) END) ORDER BY i.position)
  FROM sale_item i WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND i.is_tangible)`;

const COLUMNS = `l.sale_id, s.buyer_name, s.address->>'city' AS city, s.address->>'state' AS region,
  ${PHYSICAL_ITEMS} AS items, l.paid_at, l.ship_until::text, ${IS_OVERDUE} AS is_overdue, ${SHIPMENT_FACTS}`;
const JOINS = `JOIN sale s ON s.platform_id = l.platform_id AND s.id = l.sale_id
  ${DECIDING_PAYMENT}
  LEFT JOIN shipment h ON h.platform_id = l.platform_id AND h.sale_id = l.sale_id`;

const ordered = (tab: ShipmentTab): Order => ({
  by: 'l.at',
  id: 'l.sale_id',
  isAscending: tab === 'TO_SHIP' || tab === 'OVERDUE',
});

export const SHIPMENTS: List<ListedShipment, { sellerId: string; tab: ShipmentTab }> = {
  isFresh: true,
  sql: ({ sellerId, tab }, bind) => ({
    columns: COLUMNS,
    from: 'shipment_listing l',
    where: [
      'l.platform_id = $1',
      `l.seller_id = ${bind(sellerId)}`,
      `l.state = ${bind(tab === 'OVERDUE' ? 'TO_SHIP' : tab)}`,
      tab === 'OVERDUE' && 'l.at <= now()',
    ],
    order: ordered(tab),
    details: `JOIN shipment_listing l ON l.platform_id = $1 AND l.sale_id = page.id ${JOINS}`,
  }),
};

/** Returns these shipments of a seller in the order of their ids, each with the place of its sale among the newest. */
export const selectShipments = (
  platformId: string,
  sellerId: string,
  saleIds: readonly string[],
): Statement<ListedShipment & { cursor: string }> => ({
  text: `SELECT ${COLUMNS}, ${cursorOf(newestFirst('s'))} FROM shipment_listing l ${JOINS}
    WHERE l.platform_id = $1 AND l.seller_id = $2 AND l.sale_id = ANY ($3::uuid[]) ORDER BY array_position($3::uuid[], l.sale_id)`,
  values: [platformId, sellerId, saleIds],
});

/** Each count ends at `most`, so that it takes as long for a million as for a thousand. */
export function countListed(
  platformId: string,
  sellerId: string,
  most: number,
): Statement<Record<ShipmentTab, number>> {
  const count = (tab: ShipmentTab, condition: string) => `(SELECT count(*)::int FROM (SELECT FROM shipment_listing l
    WHERE l.platform_id = $1 AND l.seller_id = $2 AND ${condition} LIMIT $3) AS counted) AS "${tab}"`;
  return {
    text: `SELECT ${[
      count('TO_SHIP', `l.state = 'TO_SHIP'`),
      count('OVERDUE', IS_OVERDUE),
      count('SHIPPED', `l.state = 'SHIPPED'`),
      count('DELIVERED', `l.state = 'DELIVERED'`),
      count('RETURNED', `l.state = 'RETURNED'`),
    ].join(', ')}`,
    values: [platformId, sellerId, most],
  };
}
