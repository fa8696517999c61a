import { amountSchema, currencySchema, textSchema, uuidSchema } from '../common.ts';
import type { Procedure } from '../procedure.ts';

export const listOffers = {
  name: 'offers.listOffers',
  kind: 'query',
  summary: "The signed-in seller's published offers, newest first. The id of an offer is the address of its checkout.",
  access: { kind: 'role', roles: ['seller'] },
  input: {
    type: 'object',
    additionalProperties: false,
    properties: { limit: { type: 'integer', minimum: 1, maximum: 100 } },
  },
  output: {
    type: 'object',
    required: ['offers'],
    additionalProperties: false,
    properties: {
      offers: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'title', 'price', 'coin'],
          additionalProperties: false,
          properties: {
            id: uuidSchema,
            title: textSchema(120),
            /** Cents. */
            price: amountSchema,
            coin: currencySchema,
          },
        },
      },
    },
  },
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED'],
} as const satisfies Procedure;
