/** The seller's work of sending paid orders: lists of shipments, steps of many at once, and what is printed for the parcels. */
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { READING } from '../limits.ts';
import { countSchema, daySchema, next, nothingSchema, nullable, page, REFUSALS, record, recordWith } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';
import { shipmentSchema } from './shipping.ts';

/** OVERDUE: those of TO_SHIP whose days to ship are over. */
export const SHIPMENT_TABS = ['TO_SHIP', 'OVERDUE', 'SHIPPED', 'DELIVERED', 'RETURNED'] as const;

export const listShipments = {
  name: 'fulfilment.listShipments',
  kind: 'query',
  summary:
    "Lists the signed-in seller's sales with physical items in one state: those to be shipped by the day until which they are to be, others by their last step, the newest first. A search lists the newest sales first.",
  access: SELLER,
  limit: READING,
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
