/** The seller's work of sending paid orders: lists of shipments, steps of many at once, and the labels and slips for the parcels. */
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { CHANGING, EXPORTING, READING } from '../limits.ts';
import { countSchema, daySchema, next, nothingSchema, nullable, page, REFUSALS, record, recordWith } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';
import { carrierSchema, KNOWN, shipmentSchema, trackingCodeSchema, trackingUrlSchema } from './shipping.ts';

/** OVERDUE: those of TO_SHIP whose days to ship are over. */
export const SHIPMENT_TABS = ['TO_SHIP', 'OVERDUE', 'SHIPPED', 'DELIVERED', 'RETURNED'] as const;

export const listShipments = {
  name: 'fulfilment.listShipments',
  kind: 'query',
  summary:
    "Lists the signed-in seller's sales with physical items in one state: those to be shipped by the day until which they are to be, others by their last step, the newest first. A search lists the newest sales first.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /shipments', resource: 'shipments' },
  input: recordWith(
    { tab: { type: 'string', enum: SHIPMENT_TABS } },
    {
      /** Finds what a search of sales finds, such as the beginning of the buyer's name or an order code. */
      search: textSchema(100),
      after: page.after,
      limit: page.limit,
    },
  ),
  output: record({
    shipments: {
      type: 'array',
      items: record({
        saleId: uuidSchema,
        buyerName: textSchema(120),
        city: nullable(textSchema(120)),
        /** Two letters. */
        state: nullable(textSchema(40)),
        /** The physical items. */
        items: { type: 'array', items: record({ title: textSchema(200), quantity: { type: 'integer' } }) },
        paidAt: dateTimeSchema,
        /** The last day, in São Paulo time, of the days in which the seller ships. */
        shipUntil: daySchema,
        isOverdue: { type: 'boolean' },
        shipment: shipmentSchema,
      }),
    },
    next,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

/** Counting ends here. */
export const MOST_SHIPMENTS_COUNTED = 1_000;

export const countShipments = {
  name: 'fulfilment.countShipments',
  kind: 'query',
  summary: "Counts the signed-in seller's shipments in each state, each up to 1,000.",
  access: SELLER,
  limit: READING,
  input: nothingSchema,
  output: record({
    TO_SHIP: countSchema,
    OVERDUE: countSchema,
    SHIPPED: countSchema,
    DELIVERED: countSchema,
    RETURNED: countSchema,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

/** The number of orders that one call marks or prints. */
export const MOST_AT_ONCE = 100;

export const SENDER_LETTERS = 300;
const output = record({
  /** One for each order, in the order of the input. */
  results: {
    type: 'array',
    items: record({
      saleId: uuidSchema,
      /** The reason why this one was not marked; null where it was. */
      error: nullable(record({ code: textSchema(60), message: textSchema(500) })),
    }),
  },
});
const many = <const S>(items: S) => ({ type: 'array', minItems: 1, maxItems: MOST_AT_ONCE, items }) as const;

export const markShipped = {
  name: 'fulfilment.markShipped',
  kind: 'mutation',
  summary:
    "Marks up to 100 of the signed-in seller's sales as shipped with one carrier, each by itself: those that may not be shipped, or have changed meanwhile, are named with the reason, and all others are marked and their buyers mailed.",
  access: SELLER,
  limit: CHANGING,
  input: record({
    carrier: carrierSchema,
    shipments: many(recordWith(KNOWN, { trackingCode: trackingCodeSchema, trackingUrl: trackingUrlSchema })),
  }),
  output,
  errors: REFUSALS,
} as const satisfies Procedure;

export const markDelivered = {
  name: 'fulfilment.markDelivered',
  kind: 'mutation',
  summary: "Marks up to 100 of the signed-in seller's sales as delivered, each by itself, and mails their buyers.",
  access: SELLER,
  limit: CHANGING,
  input: record({ shipments: many(record(KNOWN)) }),
  output,
  errors: REFUSALS,
} as const satisfies Procedure;

export const markReturned = {
  name: 'fulfilment.markReturned',
  kind: 'mutation',
  summary: "Marks up to 100 of the signed-in seller's sales as come back to the seller, each by itself.",
  access: SELLER,
  limit: CHANGING,
  input: record({ shipments: many(record(KNOWN)) }),
  output,
  errors: REFUSALS,
} as const satisfies Procedure;

export const getSender = {
  name: 'fulfilment.getSender',
  kind: 'query',
  summary: "Retrieves the sender's address that the signed-in seller's labels show below the name.",
  access: SELLER,
  limit: READING,
  input: nothingSchema,
  output: record({ sender: nullable(textSchema(SENDER_LETTERS)) }),
  errors: REFUSALS,
} as const satisfies Procedure;

/** PACKING_LIST: what to put into each parcel. LABELS: a page of 10 × 15 cm for each. */
export const PRINTED_KINDS = ['PACKING_LIST', 'LABELS'] as const;

export const printShipments = {
  name: 'fulfilment.printShipments',
  kind: 'mutation',
  summary:
    "Prints the packing list or the address labels of up to 100 of the signed-in seller's orders that are listed as shipments.",
  access: SELLER,
  limit: EXPORTING,
  input: recordWith(
    {
      kind: { type: 'string', enum: PRINTED_KINDS },
      saleIds: { ...many(uuidSchema), uniqueItems: true },
    },
    {
      /** The address of the sender for the labels, in lines. It is stored for the next ones; without it the stored one is printed. */
      sender: textSchema(SENDER_LETTERS),
    },
  ),
  output: record({
    fileName: { type: 'string' },
    /** The PDF in base64. */
    content: { type: 'string' },
  }),
  errors: [...REFUSALS, 'SALE_NOT_FOUND'],
} as const satisfies Procedure;
