/** The words that every schema is written in, and what many inputs and outputs have in common. */
import { currencySchema, textSchema, uuidSchema } from './common.ts';

type Properties = Record<string, unknown>;

/** A value that may be null. */
export const nullable = <const S>(schema: S) => ({ anyOf: [{ type: 'null' }, schema] }) as const;

/** An object that has exactly these properties. */
export const record = <const P extends Properties>(properties: P) =>
  ({
    type: 'object',
    required: Object.keys(properties) as (keyof P & string)[],
    additionalProperties: false,
    properties,
  }) as const;

/** An object that has all of the first properties, may have the second ones, and has no others. */
export const recordWith = <const R extends Properties, const O extends Properties>(required: R, optional: O) =>
  ({ ...record(required), properties: { ...required, ...optional } }) as const;

/** An object that may have each of these properties, and has no others. */
export const optional = <const P extends Properties>(properties: P) =>
  ({ type: 'object', additionalProperties: false, properties }) as const;

/** The input of a procedure that needs none, and the output of one that returns nothing. */
export const nothingSchema = optional({});

/** A day of the calendar, which has no year 0. */
export const daySchema = { type: 'string', format: 'date', pattern: '^[1-9]' } as const;

/** The first and the last day of a period in São Paulo, at most 366 days. */
export const period = { from: daySchema, to: daySchema } as const;

/** What every list takes: where the page begins, and how many items it has at most. */
export const page = {
  /** `next` of the page before. */
  after: { type: 'string', maxLength: 200 },
  limit: { type: 'integer', minimum: 1, maximum: 100 },
} as const;

/** The cursor of the next page; null on the last page. */
export const next = nullable({ type: 'string' });

/** One page of a list. */
export const pageOf = <const S>(items: S) => record({ items: { type: 'array', items }, next });

/** Cents that may be below zero. */
export const signedAmountSchema = {
  type: 'integer',
  minimum: -100_000_000_000_000,
  maximum: 100_000_000_000_000,
} as const;
/** Cents: the sum of many amounts. */
export const sumSchema = { type: 'integer', minimum: 0, maximum: 100_000_000_000_000 } as const;
/** How many of something there are. */
export const countSchema = { type: 'integer', minimum: 0 } as const;

export const emailSchema = { type: 'string', format: 'email', maxLength: 254 } as const;
/** How a person is named to others. */
export const personSchema = record({ id: uuidSchema, name: textSchema(120), email: textSchema(254) });

/** Amounts of several currencies have no sum: a report is about one, the platform's own unless another is named. */
export const inCurrency = { currency: currencySchema } as const;

/** The errors of a procedure that needs a session. */
export const REFUSALS = ['LOGIN_REQUIRED', 'ACCESS_DENIED'] as const;
/** The errors of a procedure that `protects` something. */
export const GUARDED = [...REFUSALS, 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'] as const;

/** The same, of a procedure that may name a platform which the own one operates. */
export const PLATFORM_REFUSALS = [...REFUSALS, 'PLATFORM_NOT_FOUND'] as const;
export const PLATFORM_GUARDED = [...GUARDED, 'PLATFORM_NOT_FOUND'] as const;
