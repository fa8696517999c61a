/** Payments whose charge is unknown and that wait for a person. */

import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  lineSchema,
  PAYMENT_STATUSES,
  paymentMethodSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  GUARDED,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { adminWith, type Procedure } from '../procedure.ts';

const STAFF = adminWith('isSalesAvailable');

/**
 * FOUND: the provider knows the charge. NOT_FOUND: it knows none. FOREIGN: it knows another payment's. UNREACHED: it did not answer.
 * UNASKABLE: it cannot be asked like this.
 */
export const LOOKUP_RESULTS = ['FOUND', 'NOT_FOUND', 'FOREIGN', 'UNREACHED', 'UNASKABLE'] as const;

export const listParked = {
  name: 'payments.listParked',
  kind: 'query',
  summary: 'Lists payments whose answer was lost and that their provider cannot be asked about, newest first.',
  access: STAFF,
  limit: READING,
  input: optional(page),
  output: pageOf(
    record({
      /** Our reference at the provider. */
      attemptId: uuidSchema,
      paymentId: publicIdSchema,
      saleId: uuidSchema,
      title: textSchema(120),
      buyerName: textSchema(120),
      sellerName: textSchema(120),
      method: paymentMethodSchema,
      amount: amountSchema,
      currency: currencySchema,
      provider: textSchema(64),
      connectionName: textSchema(120),
      /** When the call began. */
      createdAt: dateTimeSchema,
      /** The number of times the node looked for the payment at the provider. */
      checks: countSchema,
      /** True where the provider can be asked about a charge by its own id. */
      isAskable: { type: 'boolean' },
      /** The first requests that the provider was sent for it. */
      calls: {
        type: 'array',
        items: record({
          at: dateTimeSchema,
          operation: nullable(textSchema(40)),
          /** The HTTP status; null where no answer came. */
          status: nullable({ type: 'integer' }),
          error: nullable(textSchema(200)),
          /** In milliseconds. */
          durationMs: countSchema,
        }),
      },
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const lookUpParked = {
  name: 'payments.lookUpParked',
  kind: 'mutation',
  summary:
    "Asks the provider about a parked payment, by the id of a charge where one is named. Only a charge that carries the payment's reference is taken.",
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: recordWith({ paymentId: publicIdSchema }, { transactionId: lineSchema(255, 1) }),
  output: record({
    result: { type: 'string', enum: LOOKUP_RESULTS },
    /** The status of the payment now. */
    status: { type: 'string', enum: PAYMENT_STATUSES },
  }),
  errors: [...GUARDED, 'PAYMENT_NOT_FOUND', 'PAYMENT_NOT_PARKED'],
} as const satisfies Procedure;

export const endParked = {
  name: 'payments.endParked',
  kind: 'mutation',
  summary:
    'Ends a parked payment that was not charged. The provider is asked once more, where it can be; the buyer is told by mail.',
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: record({
    paymentId: publicIdSchema,
    /** The place where the person looked for the charge. */
    note: textSchema(300, 1),
  }),
  output: nothingSchema,
  errors: [...GUARDED, 'PAYMENT_NOT_FOUND', 'PAYMENT_NOT_PARKED'],
} as const satisfies Procedure;

export const paymentsErrors = {
  PAYMENT_NOT_FOUND: { status: 404, 'pt-BR': 'Este pagamento não existe.', en: 'This payment does not exist.' },
  PAYMENT_NOT_PARKED: {
    status: 409,
    'pt-BR': 'Este pagamento não espera mais por ninguém. Atualize a página.',
    en: 'This payment does not wait for anybody any more. Reload the page.',
  },
} as const satisfies ErrorTexts;
