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
import { SALE_STATUS_FILTERS } from '../options.ts';
import type { Procedure } from '../procedure.ts';

/** From and to are days in São Paulo, both included. */
const period = {
  /** The calendar has no year 0. */
  from: { type: 'string', format: 'date', pattern: '^[1-9]' },
  to: { type: 'string', format: 'date', pattern: '^[1-9]' },
} as const;

const saleSchema = {
  type: 'object',
  required: [
    'id',
    'paymentId',
    'createdAt',
    'title',
    'buyerName',
    'buyerEmail',
    'method',
    'amount',
    'currency',
    'installments',
    'status',
    'settlement',
  ],
  additionalProperties: false,
  properties: {
    id: uuidSchema,
    /** Public id of its payment page. */
    paymentId: publicIdSchema,
    createdAt: dateTimeSchema,
    title: textSchema(120),
    buyerName: textSchema(30),
    buyerEmail: textSchema(254),
    method: paymentMethodSchema,
    /** Cents charged. */
    amount: amountSchema,
    currency: currencySchema,
    installments: { type: 'integer' },
    status: paymentStatusSchema,
    settlement: { type: 'string', enum: PAYMENT_SETTLEMENTS },
    approvedAt: { anyOf: [dateTimeSchema, { type: 'null' }] },
  },
} as const;

export const listSales = {
  name: 'sales.listSales',
  kind: 'query',
  summary: "The signed-in seller's sales, newest first, a page at a time.",
  access: { kind: 'role', roles: ['seller'] },
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...period,
      status: { type: 'string', enum: SALE_STATUS_FILTERS },
      method: paymentMethodSchema,
      /** Part of the buyer's name or e-mail, or of the offer's title. */
      search: textSchema(100),
      /** `next` of the page before. */
      after: { type: 'string', maxLength: 100 },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
    },
  },
  output: {
    type: 'object',
    required: ['sales', 'next'],
    additionalProperties: false,
    properties: {
      sales: { type: 'array', items: saleSchema },
      next: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
  },
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const getSummary = {
  name: 'sales.getSummary',
  kind: 'query',
  summary: 'What the signed-in seller sold in a period of at most 366 days, in total, by day and by method.',
  access: { kind: 'role', roles: ['seller'] },
  input: {
    type: 'object',
    required: ['from', 'to'],
    additionalProperties: false,
    properties: {
      ...period,
      /** Amounts of several currencies have no sum. The platform's own unless told. */
      currency: currencySchema,
    },
  },
  output: {
    type: 'object',
    required: [
      'currency',
      'approvedAmount',
      'approvedCount',
      'pendingAmount',
      'pendingCount',
      'createdCount',
      'days',
      'methods',
    ],
    additionalProperties: false,
    properties: {
      /** Of every number below: payments in other currencies are left out. */
      currency: currencySchema,
      /** Cents. */
      approvedAmount: amountSchema,
      approvedCount: { type: 'integer' },
      pendingAmount: amountSchema,
      pendingCount: { type: 'integer' },
      /** All payments begun, whatever became of them: approvedCount ÷ createdCount is the conversion. */
      createdCount: { type: 'integer' },
      /** Every day of the period, also those without a sale. */
      days: {
        type: 'array',
        items: {
          type: 'object',
          required: ['day', 'approvedAmount', 'approvedCount'],
          additionalProperties: false,
          properties: {
            day: { type: 'string', format: 'date' },
            approvedAmount: amountSchema,
            approvedCount: { type: 'integer' },
          },
        },
      },
      /** Those used in the period. */
      methods: {
        type: 'array',
        items: {
          type: 'object',
          required: ['method', 'approvedAmount', 'approvedCount', 'createdCount'],
          additionalProperties: false,
          properties: {
            method: paymentMethodSchema,
            approvedAmount: amountSchema,
            approvedCount: { type: 'integer' },
            createdCount: { type: 'integer' },
          },
        },
      },
    },
  },
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PERIOD_INVALID'],
} as const satisfies Procedure;
