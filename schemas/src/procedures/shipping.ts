/** Shipments of physical goods, from the sale that is paid to the parcel that arrived or came back. */

import { dateTimeSchema, type FromSchema, lineSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING } from '../limits.ts';
import { nullable, REFUSALS, record, recordWith } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

/** TO_SHIP: the sale has physical items and nothing was sent yet. RETURNED: the parcel came back to the seller. */
export const SHIPMENT_STATES = ['TO_SHIP', 'SHIPPED', 'DELIVERED', 'RETURNED'] as const;
/** UNPAID: nothing is to be sent yet. MONEY_BACK: the money was refunded or charged back. */
export const SHIPPING_OBSTACLES = ['UNPAID', 'MONEY_BACK'] as const;

/** An address that a mail may link to. */
export const trackingUrlSchema = { type: 'string', maxLength: 500, pattern: '^https://[^\\s"<>]+$' } as const;
export const carrierSchema = lineSchema(60, 1);
export const trackingCodeSchema = lineSchema(60, 1);

export const shipmentSchema = record({
  state: { type: 'string', enum: SHIPMENT_STATES },
  /** Counts the changes, 0 before the first. A change names the version that it has seen. */
  version: { type: 'integer' },
  /** The reason why nothing may be sent now; null where it may. */
  obstacle: nullable({ type: 'string', enum: SHIPPING_OBSTACLES }),
  carrier: nullable(carrierSchema),
  trackingCode: nullable(trackingCodeSchema),
  trackingUrl: nullable({ type: 'string' }),
  shippedAt: nullable(dateTimeSchema),
  deliveredAt: nullable(dateTimeSchema),
  returnedAt: nullable(dateTimeSchema),
});

/** A parcel as its buyer sees it, from the payment on. */
export const trackingSchema = record({
  state: { type: 'string', enum: SHIPMENT_STATES },
  /** The last day, in São Paulo time, until which the seller is to ship it. */
  shipUntil: { type: 'string', format: 'date' },
  carrier: nullable(carrierSchema),
  trackingCode: nullable(trackingCodeSchema),
  /** The carrier's page, an https address. */
  trackingUrl: nullable({ type: 'string' }),
  shippedAt: nullable(dateTimeSchema),
  deliveredAt: nullable(dateTimeSchema),
  returnedAt: nullable(dateTimeSchema),
});
export type Tracking = FromSchema<typeof trackingSchema>;

/** A sale, and the version of its shipment that a change has seen. */
export const KNOWN = { saleId: uuidSchema, version: { type: 'integer', minimum: 0, maximum: 1_000_000 } } as const;
const ERRORS = [...REFUSALS, 'SALE_NOT_FOUND', 'SHIPMENT_CHANGED', 'SHIPMENT_STATE_WRONG'] as const;
const output = record({ shipment: shipmentSchema });

export const markShipped = {
  name: 'shipping.markShipped',
  kind: 'mutation',
  summary:
    "Marks one of the signed-in seller's sales as shipped, or corrects how it was, and mails the buyer the way to track it.",
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /sales/{saleId}/ship', resource: 'shipments' },
  input: recordWith(
    { ...KNOWN, carrier: carrierSchema },
    { trackingCode: trackingCodeSchema, /** An https address. */ trackingUrl: trackingUrlSchema },
  ),
  output,
  errors: [...ERRORS, 'SHIPMENT_NOT_DUE'],
} as const satisfies Procedure;

export const markDelivered = {
  name: 'shipping.markDelivered',
  kind: 'mutation',
  summary: "Marks the shipment of one of the signed-in seller's sales as delivered, and mails the buyer.",
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /sales/{saleId}/deliver', resource: 'shipments' },
  input: record(KNOWN),
  output,
  errors: ERRORS,
} as const satisfies Procedure;

export const markReturned = {
  name: 'shipping.markReturned',
  kind: 'mutation',
  summary: "Marks the shipment of one of the signed-in seller's sales as come back to the seller.",
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /sales/{saleId}/return', resource: 'shipments' },
  input: record(KNOWN),
  output,
  errors: ERRORS,
} as const satisfies Procedure;

export const shippingErrors = {
  SHIPMENT_CHANGED: {
    status: 409,
    'pt-BR': 'O envio deste pedido mudou em outra janela. Atualize a página.',
    en: 'The shipment of this order has changed in another window. Reload the page.',
  },
  SHIPMENT_NOT_DUE: {
    status: 409,
    'pt-BR': 'Este pedido não está pago, ou o dinheiro voltou ao comprador: não envie nada.',
    en: 'This order is not paid, or its money went back to the buyer: send nothing.',
  },
  SHIPMENT_STATE_WRONG: {
    status: 409,
    'pt-BR': 'O envio deste pedido não permite esta mudança. Atualize a página.',
    en: 'The shipment of this order does not allow this change. Reload the page.',
  },
} as const satisfies ErrorTexts;
