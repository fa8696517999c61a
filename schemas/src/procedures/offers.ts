import { amountSchema, currencySchema, textSchema, uuidSchema } from '../common.ts';
import { READING } from '../limits.ts';
import { optional, REFUSALS, record } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

export const listOffers = {
  name: 'offers.listOffers',
  kind: 'query',
  summary:
    "Lists the signed-in seller's published offers, newest first. The id of an offer is the address of its checkout.",
  access: SELLER,
  limit: READING,
  input: optional({ limit: { type: 'integer', minimum: 1, maximum: 100 } }),
  output: record({
    offers: {
      type: 'array',
      items: record({
        id: uuidSchema,
        title: textSchema(120),
        /** The price in cents. */
        price: amountSchema,
        coin: currencySchema,
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;
