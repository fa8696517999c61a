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
import type { Procedure } from '../procedure.ts';

export const listPurchases = {
  name: 'purchases.listPurchases',
  kind: 'query',
  summary: 'What was bought with the proven e-mail of the signed-in customer, newest first.',
  access: { kind: 'role', roles: ['customer'] },
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      after: { type: 'string', maxLength: 200 },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
    },
  },
  output: {
    type: 'object',
    required: ['purchases', 'next'],
    additionalProperties: false,
    properties: {
      purchases: {
        type: 'array',
        items: {
          type: 'object',
          required: [
            'id',
            'paymentId',
            'createdAt',
            'title',
            'image',
            'sellerName',
            'method',
            'amount',
            'currency',
            'status',
          ],
          additionalProperties: false,
          properties: {
            id: uuidSchema,
            /** Public id of its payment page. */
            paymentId: publicIdSchema,
            createdAt: dateTimeSchema,
            title: textSchema(120),
            image: { anyOf: [{ type: 'null' }, { type: 'string' }] },
            sellerName: textSchema(120),
            method: paymentMethodSchema,
            /** Cents charged. */
            amount: amountSchema,
            currency: currencySchema,
            status: paymentStatusSchema,
          },
        },
      },
      next: { anyOf: [{ type: 'null' }, { type: 'string' }] },
    },
  },
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED'],
} as const satisfies Procedure;
