/** What the inputs and outputs of several procedures have in common. */
import { currencySchema, textSchema, uuidSchema } from '../common.ts';

export const nullable = <const S>(schema: S) => ({ anyOf: [{ type: 'null' }, schema] }) as const;

/** An object of exactly these properties. */
export const record = <const P extends Record<string, unknown>>(properties: P) =>
  ({
    type: 'object',
    required: Object.keys(properties) as (keyof P & string)[],
    additionalProperties: false,
    properties,
  }) as const;

/** An input whose properties may all be left out. */
export const optional = <const P extends Record<string, unknown>>(properties: P) =>
  ({ type: 'object', additionalProperties: false, properties }) as const;

/** The calendar has no year 0. */
export const daySchema = { type: 'string', format: 'date', pattern: '^[1-9]' } as const;
/** Days in São Paulo, both included; at most 366 of them. */
export const period = { from: daySchema, to: daySchema } as const;

export const page = {
  /** `next` of the page before. */
  after: { type: 'string', maxLength: 200 },
  limit: { type: 'integer', minimum: 1, maximum: 100 },
} as const;

/** One page of a list; `next` is null on the last one. */
export const pageOf = <const S>(items: S) =>
  record({ items: { type: 'array', items }, next: nullable({ type: 'string' }) });

/** Cents that may be below zero. */
export const signedAmountSchema = {
  type: 'integer',
  minimum: -100_000_000_000_000,
  maximum: 100_000_000_000_000,
} as const;
/** A sum of many amounts. */
export const sumSchema = { type: 'integer', minimum: 0, maximum: 100_000_000_000_000 } as const;
export const countSchema = { type: 'integer', minimum: 0 } as const;

export const personSchema = record({ id: uuidSchema, name: textSchema(120), email: textSchema(254) });
/** Amounts of several currencies have no sum: one is told of, the platform's own unless named. */
export const inCurrency = { currency: currencySchema } as const;

export const REFUSALS = ['LOGIN_REQUIRED', 'ACCESS_DENIED'] as const;
/** Of what a session left open somewhere must not do. */
export const GUARDED = [...REFUSALS, 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'] as const;
