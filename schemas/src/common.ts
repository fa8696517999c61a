import type { Cleaning } from '../rules/text.ts';

/** A JSON Schema written `as const`; `FromSchema` turns it into the type of the value. */
export type { FromSchema, JSONSchema } from 'json-schema-to-ts';

/** An amount in minor units (cents), as an integer. PostgreSQL stores amounts as bigint; the limit keeps every sum a safe integer. */
export const amountSchema = { type: 'integer', minimum: 0, maximum: 100_000_000_000 } as const;

export const uuidSchema = {
  type: 'string',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
} as const;

/** A random public id of 128 bits in base64url. Knowing the id gives access to the object. */
export const publicIdSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' } as const;

/** The format alone allows fractions of a second of any length. */
export const dateTimeSchema = { type: 'string', format: 'date-time', maxLength: 40 } as const;

export const PAYMENT_METHODS = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;
/** BILLET is the contract's word for boleto. */
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const paymentMethodSchema = { type: 'string', enum: PAYMENT_METHODS } as const;

export const PAYMENT_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELED', 'REFUNDED', 'CHARGEBACK'] as const;
/**
 * CANCELED means that the charge expired unpaid. No provider status maps to it, only to the other five: a PIX or boleto that its provider
 * rejects after it was waiting counts as expired.
 */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export const paymentStatusSchema = { type: 'string', enum: PAYMENT_STATUSES } as const;

export const CURRENCIES = ['BRL', 'EUR', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];
/** A colour such as #0B6E4F. */
export const colourSchema = { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' } as const;

/** The pieces of one thing in an order. */
export const quantitySchema = { type: 'integer', minimum: 1, maximum: 100 } as const;

export const currencySchema = { type: 'string', enum: CURRENCIES } as const;

/** A connection may use the `simulator` environment only when SIMULATORS=on. */
export const CONNECTION_ENVIRONMENTS = ['production', 'sandbox', 'simulator'] as const;

export const LOCALES = ['pt-BR', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** The 27 federative units, in the order of the official table. */
export const STATES = [
  'AC',
  'AL',
  'AP',
  'AM',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MT',
  'MS',
  'MG',
  'PA',
  'PB',
  'PR',
  'PE',
  'PI',
  'RJ',
  'RN',
  'RS',
  'RO',
  'RR',
  'SC',
  'SP',
  'SE',
  'TO',
] as const;

/** Text that a person typed, limited in length and without control characters. A text that must not be empty is cleaned before it is counted. */
/*#__NO_SIDE_EFFECTS__*/
export const textSchema = (maxLength: number, minLength = 0) =>
  ({
    type: 'string',
    minLength,
    maxLength,
    pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$',
    ...(minLength > 0 && { 'x-clean': 'text' }),
  }) as const;

/** A text in another cleaning of rules/text.ts. */
const cleanedSchema = (cleaning: Cleaning, maxLength: number, minLength: number) =>
  ({ ...textSchema(maxLength, minLength), 'x-clean': cleaning }) as const;
/** A text of one line, such as a title or a street. */
/*#__NO_SIDE_EFFECTS__*/
export const lineSchema = (maxLength: number, minLength = 0) => cleanedSchema('line', maxLength, minLength);
/** The name of a person. */
/*#__NO_SIDE_EFFECTS__*/
export const nameSchema = (maxLength: number, minLength: number) => cleanedSchema('name', maxLength, minLength);
/** The name of a file, without a path. */
/*#__NO_SIDE_EFFECTS__*/
export const fileNameSchema = (maxLength: number) =>
  ({ ...lineSchema(maxLength, 1), pattern: '^[^\\u0000-\\u001f\\u007f/\\\\]+$' }) as const;
/** A code whose characters stay as they are, such as a licence key. */
/*#__NO_SIDE_EFFECTS__*/
export const codeSchema = (maxLength: number, minLength: number) => cleanedSchema('code', maxLength, minLength);
