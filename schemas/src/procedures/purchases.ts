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
import { next, nullable, optional, page, REFUSALS, record } from '../parts.ts';
import { CUSTOMER, type Procedure } from '../procedure.ts';

export const listPurchases = {
  name: 'purchases.listPurchases',
  kind: 'query',
  summary: 'What was bought with the proven e-mail of the signed-in customer, newest first.',
  access: CUSTOMER,
  input: optional(page),
  output: record({
    purchases: {
      type: 'array',
      items: record({
        id: uuidSchema,
        /** Public id of its payment page. */
        paymentId: publicIdSchema,
        createdAt: dateTimeSchema,
        title: textSchema(120),
        image: nullable({ type: 'string' }),
        sellerName: textSchema(120),
        method: paymentMethodSchema,
        /** Cents charged. */
        amount: amountSchema,
        currency: currencySchema,
        status: paymentStatusSchema,
      }),
    },
    next,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;
