/** The people who order from a seller, each under an id that is the same in every sale. */
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { READING } from '../limits.ts';
import { countSchema, emailSchema, nullable, optional, page, pageOf, period, REFUSALS, record } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

const customerSchema = record({
  id: uuidSchema,
  email: textSchema(254),
  /** The name and the phone of the latest order; null where none is left. */
  name: nullable(textSchema(30)),
  phone: nullable({ type: 'string' }),
  /** When the customer first ordered from the seller, and last did. */
  createdAt: dateTimeSchema,
  lastSaleAt: nullable(dateTimeSchema),
  /** The number of sales that are paid now. */
  paidSales: countSchema,
});

export const listCustomers = {
  name: 'customers.listCustomers',
  kind: 'query',
  summary: "Lists the signed-in seller's customers, the newest first: everybody who has ordered, by e-mail address.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /customers', resource: 'customers' },
  input: optional({
    /** The days on which they first ordered. */
    ...period,
    /** The whole address; capitals make no difference. */
    email: emailSchema,
    ...page,
  }),
  output: pageOf(customerSchema),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const getCustomer = {
  name: 'customers.getCustomer',
  kind: 'query',
  summary:
    "Retrieves a customer of the signed-in seller. The id stays the same until the customer's data is erased; then there is no such customer.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /customers/{customerId}', resource: 'customers' },
  input: record({ customerId: uuidSchema }),
  output: customerSchema,
  errors: [...REFUSALS, 'CUSTOMER_NOT_FOUND'],
} as const satisfies Procedure;

export const customersErrors = {
  CUSTOMER_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Cliente não encontrado, ou os dados dele foram apagados.',
    en: "Customer not found, or the customer's data has been erased.",
  },
} as const satisfies ErrorTexts;
