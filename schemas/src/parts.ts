/** The building blocks of every schema, and the parts that many inputs and outputs share. */
import { PHONE_PATTERN } from '../rules/phone.ts';
import { amountSchema, currencySchema, textSchema, uuidSchema } from './common.ts';

type Properties = Record<string, unknown>;

/** Allows null besides the values of the schema. */
/*#__NO_SIDE_EFFECTS__*/
export const nullable = <const S>(schema: S) => ({ anyOf: [{ type: 'null' }, schema] }) as const;

/** An object with exactly these properties, all of them required. */
/*#__NO_SIDE_EFFECTS__*/
export const record = <const P extends Properties>(properties: P) =>
  ({
    type: 'object',
    required: Object.keys(properties) as (keyof P & string)[],
    additionalProperties: false,
    properties,
  }) as const;

/** An object whose first properties are required and whose second ones are optional. Other properties are refused. */
/*#__NO_SIDE_EFFECTS__*/
export const recordWith = <const R extends Properties, const O extends Properties>(required: R, optional: O) =>
  ({ ...record(required), properties: { ...required, ...optional } }) as const;

/** An object whose properties are all optional. Other properties are refused. */
/*#__NO_SIDE_EFFECTS__*/
export const optional = <const P extends Properties>(properties: P) =>
  ({ type: 'object', additionalProperties: false, properties }) as const;

/** The empty object: the input of a procedure that takes nothing, and the output of one that returns nothing. */
export const nothingSchema = optional({});

/** A calendar day. The year 0 is refused, because the calendar has none. */
export const daySchema = { type: 'string', format: 'date', pattern: '^[1-9]' } as const;

/** The first and the last day of a period, in São Paulo time. A period has at most 366 days. */
export const period = { from: daySchema, to: daySchema } as const;

/** The parameters that every list takes: the cursor and the page size. */
export const page = {
  /** The value of `next` on the previous page. */
  after: { type: 'string', maxLength: 200 },
  limit: { type: 'integer', minimum: 1, maximum: 100 },
} as const;

/**
 * The parameter of a list that can be sorted by these names, each with a minus for the largest first. Such a list refuses with LIST_TOO_LONG
 * where too many rows match its filter.
 */
/*#__NO_SIDE_EFFECTS__*/
export const sortedBy = (...names: string[]) =>
  ({ sort: { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) } }) as const;

/** The cursor of the next page; null on the last page. */
export const next = nullable({ type: 'string' });

/** The number of rows of all pages, on the first page of a list that is counted; null where they are too many to count. */
export const listCount = nullable({ type: 'integer', minimum: 0 });

/** One page of a list. */
/*#__NO_SIDE_EFFECTS__*/
export const pageOf = <const S>(items: S) =>
  recordWith({ items: { type: 'array', items }, next }, { count: listCount });

/** An amount in cents that may be negative. */
export const signedAmountSchema = {
  type: 'integer',
  minimum: -100_000_000_000_000,
  maximum: 100_000_000_000_000,
} as const;
/** A sum of amounts, in cents. */
export const sumSchema = { type: 'integer', minimum: 0, maximum: 100_000_000_000_000 } as const;
/** A number of items. */
export const countSchema = { type: 'integer', minimum: 0 } as const;
/** The number of the subscription's charge that a sale is, from 1; null for a sale of no subscription. */
export const cycleSchema = nullable({ type: 'integer', minimum: 1 });

export const emailSchema = { type: 'string', format: 'email', maxLength: 254 } as const;
/** Area code and number of a Brazilian phone, digits only. */
export const phoneSchema = { type: 'string', pattern: PHONE_PATTERN } as const;
/** Empty for no phone. */
export const phoneOrNoneSchema = { type: 'string', pattern: `^$|${PHONE_PATTERN}` } as const;
/** A person as other people see that person. */
export const personSchema = record({ id: uuidSchema, name: textSchema(120), email: textSchema(254) });

/**
 * Cents by currency beside an amount in the platform's currency, for what is in another one. An amount of the platform's own currency
 * in here counts for nothing.
 */
export const amountsAbroadSchema = optional({ BRL: amountSchema, EUR: amountSchema, USD: amountSchema });

/** The least cents of a charge by method; methods whose providers name none are left out. */
export const leastAmountsSchema = optional({ PIX: amountSchema, CREDIT_CARD: amountSchema, BILLET: amountSchema });

/** Amounts of different currencies are never added up: a report covers one currency, by default the platform's. */
export const inCurrency = { currency: currencySchema } as const;

/** The errors of every procedure that needs a session. */
export const REFUSALS = ['LOGIN_REQUIRED', 'ACCESS_DENIED'] as const;
/** The errors of every procedure that sets `protects`. */
export const GUARDED = [...REFUSALS, 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'] as const;

/** The errors of a procedure that may name another platform, which the caller's platform operates. */
export const PLATFORM_REFUSALS = [...REFUSALS, 'PLATFORM_NOT_FOUND'] as const;
export const PLATFORM_GUARDED = [...GUARDED, 'PLATFORM_NOT_FOUND'] as const;

/** The token of the page at which the buyer is, as its document brought it. Machines of buyers whose call brings none are sooner asked for a challenge. */
export const pageViewSchema = { type: 'string', minLength: 1, maxLength: 100 } as const;
