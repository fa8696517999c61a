/** Describes the filter of a list as one table: where each field stands in the address, and what it asks the server for. */
import { type Period, type PeriodChoice, readPeriod, toPeriod, writePeriod } from './period.ts';
import { readSearchText } from './search-text.ts';
import type { AddressChange } from './use-address.ts';

const PAGE_SIZE = 20;

/** One field of a filter. Its key in the table is its name in the input. */
interface Part<V, A> {
  /** The parameters of the address. */
  names: readonly string[];
  read(address: URLSearchParams): V;
  isNarrow(value: V): boolean;
  /** Returns the value to ask the server for; undefined where the field asks for everything. */
  toAsked(value: V, today: string | undefined): A | undefined;
  isScope?: boolean;
}

/** Days, which stand in the input as `from` and `to` in place of their key. */
interface DaysPart<A extends Partial<Period>> extends Part<PeriodChoice, A> {
  isDays: true;
}

type Parts = Record<string, Part<unknown, unknown>>;
type Flat<T> = { [K in keyof T]: T[K] };
type ValuesOf<T extends Parts> = { -readonly [K in keyof T]: ReturnType<T[K]['read']> };
type DaysKey<T extends Parts> = { [K in keyof T]: T[K] extends DaysPart<infer _> ? K : never }[keyof T];
type InputOf<T extends Parts> = Flat<
  { -readonly [K in Exclude<keyof T, DaysKey<T>>]?: NonNullable<ReturnType<T[K]['toAsked']>> } & ([DaysKey<T>] extends [
    never,
  ]
    ? unknown
    : NonNullable<ReturnType<T[DaysKey<T>]['toAsked']>>)
>;

/** The filter `F` of a list, and the part `I` of the input that it makes. */
export interface ListFilter<F, I> {
  /** Reads the filter from the address. Impossible values are ignored: people type and cut addresses. */
  read: (address: URLSearchParams) => F;
  /** The change of the address that takes every filter out. */
  cleared: AddressChange;
  isNarrowed: (filter: F) => boolean;
  /** Returns only what narrows: the server accepts no empty filters. */
  toInput: (filter: F, today?: string) => I;
  /** Returns the input of one page of the list. */
  toPage: (filter: F, after: string | null, today?: string) => I & { limit?: number; after?: string };
}

export type FilterOf<L> = L extends ListFilter<infer F, unknown> ? F : never;
export type PageOf<L> = L extends { toPage: (...parameters: never) => infer P } ? P : never;

/** Makes a filter of its parts. A page size of null leaves it to the server. */
export function defineFilter<const T extends Parts>(
  parts: T,
  pageSize: number | null = PAGE_SIZE,
): ListFilter<ValuesOf<T>, InputOf<T>> {
  const all = Object.entries(parts);
  const filters = all.filter(([, { isScope }]) => !isScope);
  const toInput = (filter: ValuesOf<T>, today?: string) =>
    Object.assign(
      {},
      ...all.map(([key, part]) => {
        const asked = part.toAsked(filter[key], today);
        return asked === undefined || 'isDays' in part ? asked : { [key]: asked };
      }),
    ) as InputOf<T>;
  const names = [...filters.flatMap(([, part]) => part.names), 'after'];
  return {
    read: (address) => Object.fromEntries(all.map(([key, part]) => [key, part.read(address)])) as ValuesOf<T>,
    cleared: Object.fromEntries(names.map((name) => [name, null])),
    isNarrowed: (filter) => filters.some(([key, part]) => part.isNarrow(filter[key])),
    toInput,
    toPage: (filter, after, today) => ({
      ...toInput(filter, today),
      ...(pageSize && { limit: pageSize }),
      ...(after && { after }),
    }),
  };
}

/** Makes a part whose value is null unless `find` knows the text of the address. */
const optional = <V>(name: string, find: (text: string) => V | null | undefined): Part<V | null, V> => ({
  names: [name],
  read: (address) => find(address.get(name) ?? '') ?? null,
  isNarrow: (value) => value !== null,
  toAsked: (value) => value ?? undefined,
});

/** One of the known values. `none` stands for no choice; without it that is null. */
export function oneOf<const V extends string>(name: string, values: readonly V[]): Part<V | null, V>;
export function oneOf<const V extends string, const N extends V>(
  name: string,
  values: readonly V[],
  none: N,
): Part<V, Exclude<V, N>>;
export function oneOf(
  name: string,
  values: readonly string[],
  none: string | null = null,
): Part<string | null, string> {
  const part = optional(name, (text) => values.find((value) => value === text && value !== none));
  return {
    ...part,
    read: (address) => part.read(address) ?? none,
    isNarrow: (value) => value !== none,
    toAsked: (value) => (value === none ? undefined : (value ?? undefined)),
  };
}

/** Several of the known values, separated by commas. */
export const someOf = <const V extends string>(name: string, values: readonly V[]): Part<V[], V[]> => ({
  names: [name],
  read: (address) => {
    const chosen = (address.get(name) ?? '').split(',');
    return values.filter((value) => chosen.includes(value));
  },
  isNarrow: (chosen) => chosen.length > 0,
  toAsked: (chosen) => (chosen.length > 0 ? chosen : undefined),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isId = (text: string): boolean => UUID.test(text);

/** The id of a record. */
export const id = (name: string): Part<string | null, string> => optional(name, (text) => (isId(text) ? text : null));

/** Any text, cut to the length that the server takes. */
export const text = (name: string, length: number): Part<string | null, string> =>
  optional(name, (given) => given.slice(0, length) || null);

/** The words of a search. */
export const words = (): Part<string, string> => ({
  names: ['search'],
  read: readSearchText,
  isNarrow: (search) => search.trim() !== '',
  toAsked: (search) => search.trim() || undefined,
});

/** A switch, which the address turns on with 1. */
export const flag = (name: string): Part<boolean, true> => ({
  names: [name],
  read: (address) => address.get(name) === '1',
  isNarrow: (isOn) => isOn,
  toAsked: (isOn) => isOn || undefined,
});

/** The days of a list. The usual ones do not count as a filter; they also replace "all" where they are fewer. */
export function days(): DaysPart<Partial<Period>>;
export function days(usual: Exclude<PeriodChoice, { kind: 'all' }>): DaysPart<Period>;
export function days(usual: PeriodChoice = { kind: 'all' }): DaysPart<Partial<Period>> {
  const usually = JSON.stringify(writePeriod(usual));
  return {
    isDays: true,
    names: ['period', 'from', 'to'],
    read: (address) => {
      const choice = readPeriod(address, usual);
      return choice.kind === 'all' ? usual : choice;
    },
    isNarrow: (choice) => JSON.stringify(writePeriod(choice)) !== usually,
    toAsked: (choice, today) => (choice.kind === 'all' ? undefined : toPeriod(choice, today)),
  };
}

/** Marks a part that is no filter, such as the platform or the currency: it is neither counted nor cleared. */
export const scope = <P extends Parts[string]>(part: P): P => ({ ...part, isScope: true });

/** Makes a part that a list does not offer: its value is the empty one, whatever the address says. */
export const absent = <P extends Parts[string]>(part: P): P => ({
  ...part,
  read: () => part.read(new URLSearchParams()),
});
