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
import { next, nullable, optional, page, REFUSALS, record } from '../parts.ts';
import { CUSTOMER, type Procedure } from '../procedure.ts';
import { trackingSchema } from './shipping.ts';

export const listPurchases = {
  name: 'purchases.listPurchases',
  kind: 'query',
  summary: "Lists the purchases made with the signed-in customer's verified e-mail, newest first.",
  access: CUSTOMER,
  limit: READING,
  input: optional(page),
  output: record({
    purchases: {
      type: 'array',
      items: record({
        id: uuidSchema,
        /** The public id of the payment, which leads to its page. */
        paymentId: publicIdSchema,
        createdAt: dateTimeSchema,
        title: textSchema(120),
        /** The order bumps that were bought with it. */
        extras: { type: 'array', items: textSchema(120) },
        /** Cents. */
        freight: amountSchema,
        /** The interest of installments, in cents. */
        interest: amountSchema,
        /** The delivery address in one line. */
        address: nullable({ type: 'string' }),
        /** The parcel of what is shipped; null before it is paid, and where the money went back before it left. */
        tracking: nullable(trackingSchema),
        /** It is paid, so that it has a receipt beside its payment page. */
        hasReceipt: { type: 'boolean' },
        image: nullable({ type: 'string' }),
        sellerName: textSchema(120),
        method: paymentMethodSchema,
        /** The amount charged, in cents. */
        amount: amountSchema,
        currency: currencySchema,
        status: paymentStatusSchema,
        /** Until then this expired PIX or boleto gets a new code at the same price, while the offer is sold; null where none is made. */
        renewableUntil: nullable(dateTimeSchema),
      }),
    },
    next,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;
