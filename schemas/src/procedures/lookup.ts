/** Finds people and sales for the search of the dashboards (Ctrl K). Pages are found in the browser, which knows them. */
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  paymentStatusSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import { READING } from '../limits.ts';
import { personSchema, REFUSALS, record } from '../parts.ts';
import type { Procedure } from '../procedure.ts';

/** The dashboards whose search asks the server, and the role that each of them takes. */
export const LOOKUP_DASHBOARDS = ['seller', 'admin', 'manager'] as const;
/** The results of each kind: a list of all is one key away. */
export const MOST_FOUND = 5;

export const find = {
  name: 'lookup.find',
  kind: 'query',
  summary:
    'Finds people and sales by what was typed, the newest first, five of each: for administrators those that their permissions open, for a seller the own sales, for a manager the users in their care.',
  access: { kind: 'role', roles: LOOKUP_DASHBOARDS },
  limit: READING,
  input: record({ dashboard: { type: 'string', enum: LOOKUP_DASHBOARDS }, search: textSchema(100, 2) }),
  output: record({
    people: { type: 'array', items: personSchema },
    sales: {
      type: 'array',
      items: record({
        id: uuidSchema,
        title: textSchema(120),
        buyerName: textSchema(30),
        buyerEmail: textSchema(254),
        createdAt: dateTimeSchema,
        amount: amountSchema,
        currency: currencySchema,
        status: paymentStatusSchema,
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;
