import { PAYMENT_SETTLEMENTS } from '../checkout.ts';
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import { READING } from '../limits.ts';
import { SALE_STATUS_FILTERS } from '../options.ts';
import { inCurrency, next, nullable, optional, page, period, REFUSALS, record, recordWith } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

const saleSchema = recordWith(
  {
    id: uuidSchema,
    /** The public id of the payment, which leads to its page. */
    paymentId: publicIdSchema,
    createdAt: dateTimeSchema,
    title: textSchema(120),
    buyerName: textSchema(30),
    buyerEmail: textSchema(254),
    method: paymentMethodSchema,
    /** The amount charged, in cents. */
    amount: amountSchema,
    currency: currencySchema,
    installments: { type: 'integer' },
    status: paymentStatusSchema,
    settlement: { type: 'string', enum: PAYMENT_SETTLEMENTS },
  },
  {
    approvedAt: nullable(dateTimeSchema),
    couponCode: nullable(textSchema(30)),
    /** What the coupon took off, in cents. */
    discount: amountSchema,
  },
);

export const listSales = {
  name: 'sales.listSales',
  kind: 'query',
  summary: "Lists the signed-in seller's sales, newest first.",
  access: SELLER,
  limit: READING,
  input: optional({
    ...period,
    status: { type: 'string', enum: SALE_STATUS_FILTERS },
    method: paymentMethodSchema,
    /** Part of the buyer's name or e-mail, or of the offer's title. */
    search: textSchema(100),
    after: { ...page.after, maxLength: 100 },
    limit: page.limit,
  }),
  output: record({ sales: { type: 'array', items: saleSchema }, next }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const getSummary = {
  name: 'sales.getSummary',
  kind: 'query',
  summary: "Retrieves the signed-in seller's sales of a period of at most 366 days, in total, by day and by method.",
  access: SELLER,
  limit: READING,
  input: recordWith(period, inCurrency),
  output: record({
    /** The currency of every amount and count below. Payments in other currencies are left out. */
    currency: currencySchema,
    /** The approved amount in cents. */
    approvedAmount: amountSchema,
    approvedCount: { type: 'integer' },
    pendingAmount: amountSchema,
    pendingCount: { type: 'integer' },
    /** The number of payments created, whatever their status. approvedCount ÷ createdCount is the conversion. */
    createdCount: { type: 'integer' },
    /** Every day of the period, including days without a sale. */
    days: {
      type: 'array',
      items: record({
        day: { type: 'string', format: 'date' },
        approvedAmount: amountSchema,
        approvedCount: { type: 'integer' },
      }),
    },
    /** The methods used in the period. */
    methods: {
      type: 'array',
      items: record({
        method: paymentMethodSchema,
        approvedAmount: amountSchema,
        approvedCount: { type: 'integer' },
        createdCount: { type: 'integer' },
      }),
    },
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;
