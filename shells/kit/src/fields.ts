/**
 * A form as one table: each field says once how it shows what is stored, how it reads what is typed, and which attributes its
 * control has. The table has the shape and the names of the procedure's input, so a field that is missing does not compile, and
 * the place of a field in the table is also the name by which the server refuses it:
 *
 *     const FIELDS = group({
 *       amount: optional(amount('refunds.amountWrong')),
 *       note: optional(text()),
 *     } satisfies FieldsOf<typeof refundSale, 'paymentId'>);
 *
 * use-draft.ts draws a form from it. Everything here is pure.
 */
import type { Locale } from '@feira/schemas/common';
import type { Input, Procedure } from '@feira/schemas/procedure';
import { cleanText, countLetters } from '@feira/schemas/rules/text';
import type { InputHTMLAttributes } from 'react';
import { readAmount, readBasisPoints, readCount, writeAmount, writeBasisPoints } from './amount-text.ts';
import { isDay } from './period.ts';

/** Keys of texts, by the path of the field: `fees.PIX.fixed`. */
export type Problems<Key extends string> = { [path: string]: Key | undefined };

export interface Reading<Value, Key extends string> {
  /** The value for the call, complete where there are no problems. */
  value: Value;
  /** The path is empty for the field itself. */
  problems: Problems<Key>;
}

type ControlAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoCapitalize' | 'autoComplete' | 'inputMode' | 'maxLength' | 'spellCheck' | 'type'
>;

export interface Field<Shown, Value, Key extends string> {
  /** Returns the content of the control before anybody types; nothing may be stored. */
  show(stored: Value | null | undefined, locale: Locale): Shown;
  /** Reads the typed content. A value of undefined is left out of the input. */
  read(shown: Shown, stored?: Value | null): Reading<Value, Key>;
  /** Masks the typed content of the control. */
  mask?: (shown: Shown) => Shown;
  control?: ControlAttributes;
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds fields of every kind.
type AnyField = Field<any, any, any>;
export type Table = Record<string, AnyField>;
export interface Group<T extends Table, Key extends string = KeyOf<T[keyof T]>>
  extends Field<ShownIn<T>, ValueIn<T>, Key> {
  fields: T;
}

export type ShownOf<F extends AnyField> = ReturnType<F['show']>;
export type ValueOf<F extends AnyField> = ReturnType<F['read']>['value'];
export type KeyOf<F extends AnyField> = Exclude<ReturnType<F['read']>['problems'][string], undefined>;
export type ShownIn<T extends Table> = { [K in keyof T]: ShownOf<T[K]> };
/** Fields with an optional value are optional in the input. */
export type ValueIn<T extends Table> = {
  [K in keyof T as undefined extends ValueOf<T[K]> ? never : K]: ValueOf<T[K]>;
} & { [K in keyof T as undefined extends ValueOf<T[K]> ? K : never]?: Exclude<ValueOf<T[K]>, undefined> };

// biome-ignore lint/suspicious/noExplicitAny: what a field shows and which problems it knows is its own affair.
type FieldOf<Value> = Field<any, Value, any>;
/** The fields of an object: every one of them, and no other. */
export type FieldsIn<I> = {
  [K in keyof I]-?: FieldOf<Pick<Partial<I>, K> extends Pick<I, K> ? I[K] | undefined : I[K]>;
};
/** The fields of a call; `Given` names the values that the page knows and no person types. */
export type FieldsOf<P extends Procedure, Given extends keyof Input<P> = never> = FieldsIn<Omit<Input<P>, Given>>;

class Problem<Key extends string> {
  readonly key: Key;
  constructor(key: Key) {
    this.key = key;
  }
}
/** Returns the problem of a field, in the place of a value. */
export const problem = <const Key extends string>(key: Key): Problem<Key> => new Problem(key);

interface Rule<Shown, Value, Key extends string> extends Omit<Field<Shown, Value, Key>, 'read' | 'show'> {
  show(stored: Value | null | undefined, locale: Locale): Shown;
  read(shown: Shown, stored: Value | null | undefined): Value | Problem<Key>;
}

/** A single field by its own rule. */
export const field = <Shown, Value, const Key extends string = never>(
  rule: Rule<Shown, Value, Key>,
): Field<NoInfer<Shown>, Value, NoInfer<Key>> => ({
  ...rule,
  read: (shown, stored) => {
    const read = rule.read(shown, stored);
    if (!(read instanceof Problem)) return { value: read, problems: {} };
    return { value: undefined as Value, problems: { '': read.key } };
  },
});

interface TextRule<Key extends string> {
  /** The problem of a text that is too short or fails the test. */
  problem?: Key;
  minLength?: number;
  test?: (text: string) => boolean;
  /** Turns the typed text into the sent one. */
  clean?: (text: string) => string;
  mask?: (text: string) => string;
  control?: ControlAttributes;
}

/** A text as the schemas clean it; it is required where a problem is named. */
export function text<const Key extends string = never>(rule: TextRule<Key> = {}): Field<string, string, Key> {
  const { problem: key, minLength = 1, test = () => true, clean = cleanText, mask, control } = rule;
  return field({
    ...(mask && { mask }),
    ...(control && { control }),
    show: (stored) => (mask ?? String)(stored ?? ''),
    read: (shown) => {
      const value = clean(shown);
      return key !== undefined && (countLetters(value) < minLength || !test(value)) ? problem(key) : value;
    },
  });
}

const numeric = <Key extends string>(
  key: Key,
  inputMode: 'decimal' | 'numeric',
  write: (value: number, locale: Locale) => string,
  read: (shown: string) => number | null,
) =>
  field<string, number, Key>({
    control: { inputMode },
    show: (stored, locale) => (typeof stored === 'number' ? write(stored, locale) : ''),
    read: (shown) => read(shown) ?? problem(key),
  });

/** A day of the calendar. DayField says in its own words what is wrong with what was typed, the problem where nothing was. */
export const day = <const Key extends string>(key: Key, isAllowed = (_day: string): boolean => true) =>
  field<string, string, Key>({
    show: (stored) => stored ?? '',
    read: (shown) => (isDay(shown) && isAllowed(shown) ? shown : problem(key)),
  });

/** An amount in cents. */
export const amount = <const Key extends string>(key: Key, minimum = 0, maximum = Number.POSITIVE_INFINITY) =>
  numeric(key, 'decimal', writeAmount, (shown) => {
    const cents = readAmount(shown);
    return cents !== null && cents >= minimum && cents <= maximum ? cents : null;
  });
/** A percentage in basis points. */
export const percent = <const Key extends string>(key: Key, maximum = 10_000, minimum = 0) =>
  numeric(key, 'decimal', writeBasisPoints, (shown) => {
    const share = readBasisPoints(shown);
    return share !== null && share >= minimum && share <= maximum ? share : null;
  });
export const count = <const Key extends string>(key: Key, minimum: number, maximum: number) =>
  numeric(key, 'numeric', String, (shown) => readCount(shown, minimum, maximum));

/** Leaves an empty field out of the input. */
export const optional = <Value, Key extends string>(
  inner: Field<string, Value, Key>,
): Field<string, Value | undefined, Key> => ({
  ...inner,
  read: (shown, stored) =>
    shown.trim() === '' ? { value: undefined, problems: {} } : inner.read(shown, stored as Value | null | undefined),
});

/** Sends null for an empty field. */
export const orNull = <Value, Key extends string>(
  inner: Field<string, Value, Key>,
): Field<string, Value | null, Key> => ({
  ...inner,
  show: (stored, locale) => inner.show(stored, locale),
  read: (shown, stored) =>
    shown.trim() === '' ? { value: null, problems: {} } : inner.read(shown, stored as Value | null | undefined),
});

/** A box or a switch. */
export const check = () => field<boolean, boolean>({ show: (stored) => stored ?? false, read: (shown) => shown });

/** One of a few values, with a preselected one. */
export const choice = <Value>(start: Value) =>
  field<Value, Value>({ show: (stored) => stored ?? start, read: (shown) => shown });

/** One of a few values, none of which is preselected. */
export const required = <Value extends string, const Key extends string>(key: Key) =>
  field<Value | null, Value, Key>({ show: (stored) => stored ?? null, read: (shown) => shown ?? problem(key) });

/** Several of a few values, in the order of all. */
export const several = <Value extends string, const Key extends string>(all: readonly Value[], key: Key) =>
  field<Value[], Value[], Key>({
    show: (stored) => all.filter((value) => stored?.includes(value)),
    read: (shown) => (shown.length > 0 ? all.filter((value) => shown.includes(value)) : problem(key)),
  });

const nest = <Key extends string>(name: string | number, problems: Problems<Key>): [string, Key | undefined][] =>
  Object.entries(problems).map(([path, key]) => [path === '' ? String(name) : `${name}.${path}`, key]);

/** Fields under one name. */
export function group<T extends Table>(fields: T): Group<T> {
  const entries = Object.entries(fields);
  return {
    fields,
    show: (stored, locale) =>
      Object.fromEntries(
        entries.map(([name, inner]) => [name, inner.show((stored as Record<string, unknown> | null)?.[name], locale)]),
      ) as ShownIn<T>,
    read: (shown, stored) => {
      const read = entries.map(
        ([name, inner]) =>
          [name, inner.read(shown[name], (stored as Record<string, unknown> | null | undefined)?.[name])] as const,
      );
      const values = read.filter(([, { value }]) => value !== undefined).map(([name, { value }]) => [name, value]);
      return {
        value: Object.fromEntries(values) as ValueIn<T>,
        problems: Object.fromEntries(read.flatMap(([name, { problems }]) => nest(name, problems))),
      };
    },
  };
}

/** Adds rules across the fields of a group: each says whether it is broken, at which field the problem stands, and its key. */
export const withRules = <T extends Table, Key extends string, const Extra extends string>(
  inner: Group<T, Key>,
  listRules: (value: ValueIn<T>) => readonly (readonly [isBroken: boolean, path: string, key: Extra])[],
): Group<T, Key | Extra> => ({
  ...inner,
  read: (shown, stored) => {
    const { value, problems } = inner.read(shown, stored);
    const broken = listRules(value).filter(([isBroken]) => isBroken);
    return { value, problems: { ...problems, ...Object.fromEntries(broken.map(([, path, key]) => [path, key])) } };
  },
});

/** A group behind a switch: an inactive group is left out of the input. */
export const switched = <T extends Table, Key extends string>(inner: Group<T, Key>) => ({
  fields: { ...inner.fields, isOn: check() },
  show: (stored: ValueIn<T> | null | undefined, locale: Locale) => ({
    ...inner.show(stored, locale),
    isOn: stored !== null && stored !== undefined,
  }),
  read: (shown: ShownIn<T> & { isOn: boolean }, stored?: ValueIn<T> | null): Reading<ValueIn<T> | undefined, Key> =>
    shown.isOn ? inner.read(shown, stored) : { value: undefined, problems: {} },
});

/** A group behind a switch: an inactive group is null. */
export const switchedOrNull = <T extends Table, Key extends string>(inner: Group<T, Key>) => ({
  ...switched(inner),
  read: (shown: ShownIn<T> & { isOn: boolean }, stored?: ValueIn<T> | null): Reading<ValueIn<T> | null, Key> =>
    shown.isOn ? inner.read(shown, stored) : { value: null, problems: {} },
});

/** A list of equal fields, as long as the stored one. */
export const list = <Shown, Value, Key extends string>(
  inner: Field<Shown, Value, Key>,
): Field<Shown[], Value[], Key> => ({
  show: (stored, locale) => (stored ?? []).map((value) => inner.show(value, locale)),
  read: (shown, stored) => {
    const read = shown.map((item, index) => inner.read(item, stored?.[index]));
    return {
      value: read.map(({ value }) => value),
      problems: Object.fromEntries(read.flatMap(({ problems }, index) => nest(index, problems))),
    };
  },
});

/**
 * Returns the parts of an input that differ from the stored value. Each part is compared as a whole; a missing part stays
 * missing.
 */
export const findChanges = <Value extends object>(value: Value, stored: Value): Partial<Value> =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([name, part]) => JSON.stringify(part) !== JSON.stringify(stored[name as keyof Value]),
    ),
  ) as Partial<Value>;
