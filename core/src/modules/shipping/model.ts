/** Reads and writes the rows of shipments, one for each sale that was shipped. */
import type { PaymentStatus } from '@feira/schemas/common';
import type { Tracking } from '@feira/schemas/procedures/shipping';
import type { Statement } from '../../plugins/database.ts';
import { obstacleOf, type ShipmentState } from './status.ts';

export interface ShipmentFacts {
  /** The status of the deciding payment as far as a parcel may leave: REFUNDED also while all of the money is on its way back. */
  status: PaymentStatus;
  state: ShipmentState;
  version: number;
  carrier: string | null;
  trackingCode: string | null;
  trackingUrl: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  returnedAt: Date | null;
}

export interface ShippedSale extends ShipmentFacts {
  sellerId: string;
  /** The id of the deciding payment. */
  paymentId: string;
  publicId: string;
}

/** The payment `p` that decides over the parcel of a sale `s`: one whose money is kept, otherwise the latest. */
export const DECIDING_PAYMENT = `CROSS JOIN LATERAL (
    SELECT * FROM payment WHERE platform_id = s.platform_id AND sale_id = s.id
    ORDER BY status = 'APPROVED' AND NOT is_provisional AND returning_amount < amount DESC, created_at DESC, id DESC LIMIT 1
  ) p`;

export const SHIPMENT_STATUS = `CASE WHEN p.is_provisional THEN 'PENDING'
  WHEN p.status = 'APPROVED' AND p.returning_amount >= p.amount THEN 'REFUNDED' ELSE p.status END`;

/** Columns of a payment `p` and of a shipment `h`, which is null while the sale waits. */
export const SHIPMENT_FACTS = `${SHIPMENT_STATUS} AS status, coalesce(h.state, 'TO_SHIP') AS state,
  coalesce(h.version, 0) AS version, h.carrier, h.tracking_code, h.tracking_url, h.shipped_at, h.delivered_at, h.returned_at`;

/** The parcel of a sale `s` as its buyer sees it, as JSON; null where none is to be sent. */
export const TRACKING = `(SELECT jsonb_build_object('state', coalesce(h.state, 'TO_SHIP'), 'shipUntil', l.ship_until, 'carrier', h.carrier,
    'trackingCode', h.tracking_code, 'trackingUrl', h.tracking_url, 'shippedAt', h.shipped_at, 'deliveredAt', h.delivered_at,
    'returnedAt', h.returned_at)
  FROM shipment_listing l LEFT JOIN shipment h ON h.platform_id = l.platform_id AND h.sale_id = l.sale_id
  WHERE l.platform_id = s.platform_id AND l.sale_id = s.id)`;

export const selectTracking = (platformId: string, saleId: string): Statement<{ tracking: Tracking | null }> => ({
  text: `SELECT ${TRACKING} AS tracking FROM sale s WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

/** Finds a sale with physical items. */
export const selectShippedSale = (platformId: string, saleId: string): Statement<ShippedSale> => ({
  text: `SELECT s.seller_id, p.id AS payment_id, p.public_id, ${SHIPMENT_FACTS}
    FROM sale s
    ${DECIDING_PAYMENT}
    LEFT JOIN shipment h ON h.platform_id = s.platform_id AND h.sale_id = s.id
    WHERE s.platform_id = $1 AND s.id = $2
      AND EXISTS (SELECT 1 FROM sale_item i WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND i.is_tangible)`,
  values: [platformId, saleId],
});

/** Keeps a payment from being refunded meanwhile. Returns no row where nothing may leave any more. */
export const lockPaid = (platformId: string, paymentId: string): Statement<object> => ({
  text: `SELECT FROM payment p WHERE p.platform_id = $1 AND p.id = $2 AND ${SHIPMENT_STATUS} = 'APPROVED' FOR SHARE`,
  values: [platformId, paymentId],
});

/** The shipment of a sale for those who may see the sale. */
export const toShipment = <Sale extends ShipmentFacts>({ status, ...sale }: Sale) => ({
  ...sale,
  obstacle: obstacleOf(status),
});

export interface Parcel {
  carrier: string;
  trackingCode: string | null;
  trackingUrl: string | null;
}

/** Returns no row if another caller marked the sale first. */
export const insertShipment = (
  platformId: string,
  saleId: string,
  { carrier, trackingCode, trackingUrl }: Parcel,
  now: Date,
): Statement<{ version: number }> => ({
  text: `INSERT INTO shipment (platform_id, sale_id, state, carrier, tracking_code, tracking_url, shipped_at)
    VALUES ($1, $2, 'SHIPPED', $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING version`,
  values: [platformId, saleId, carrier, trackingCode, trackingUrl, now],
});

interface Step {
  from: ShipmentState;
  to: ShipmentState;
  version: number;
  /** The carrier's data of the parcel; null leaves the stored ones. */
  parcel: Parcel | null;
}

/** Returns no row where the shipment has moved on since that version. */
export const updateShipment = (
  platformId: string,
  saleId: string,
  { from, to, version, parcel }: Step,
  now: Date,
): Statement<{ version: number }> => ({
  text: `UPDATE shipment SET state = $4, version = version + 1,
      carrier = CASE WHEN $5 THEN $6 ELSE carrier END,
      tracking_code = CASE WHEN $5 THEN $7 ELSE tracking_code END,
      tracking_url = CASE WHEN $5 THEN $8 ELSE tracking_url END,
      shipped_at = CASE WHEN $9 THEN $10::timestamptz ELSE shipped_at END,
      delivered_at = CASE WHEN $4 = 'DELIVERED' THEN $10 WHEN $9 THEN NULL ELSE delivered_at END,
      returned_at = CASE WHEN $4 = 'RETURNED' THEN $10 WHEN $9 THEN NULL ELSE returned_at END
    WHERE platform_id = $1 AND sale_id = $2 AND version = $3 RETURNING version`,
  values: [
    ...[platformId, saleId, version, to, parcel !== null],
    ...[parcel?.carrier ?? null, parcel?.trackingCode ?? null, parcel?.trackingUrl ?? null],
    ...[to === 'SHIPPED' && from !== 'SHIPPED', now],
  ],
});
