/** The filters of a placeholder ("{customer.phone|digits}"): each changes one value, in bounded time, without expressions of strangers. */
import { fullYear } from '@feira/schemas/rules/card';
import { MONEY_UNITS, type MoneyUnit } from '@feira/schemas/rules/money';
import { toSaoPaulo, toSaoPauloDate } from '../dates.ts';

interface Filter {
  /** Undefined where the value is not of the kind that the filter takes. */
  apply(value: Plain, argument: string, now: Date): Plain | undefined;
  /** The value that was filtered, for a simulator that reads it; the filtered one itself where that says as much. */
  invert?(value: Plain): Plain;
}
export type Plain = string | number | boolean;

const DAY_MS = 86_400_000;
const onText = (change: (text: string, argument: string) => string): Filter => ({
  apply: (value, argument) => change(String(value), argument),
});
const onDate = (change: (date: Date, now: Date) => Plain): Filter => ({
  apply(value, _argument, now) {
    const date = new Date(String(value));
    return Number.isNaN(date.getTime()) ? undefined : change(date, now);
  },
});
const left = (unitMs: number) =>
  onDate((date, now) => Math.max(1, Math.ceil((date.getTime() - now.getTime()) / unitMs)));

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

export const FILTERS: Record<string, Filter> = {
  text: onText((text) => text),
  number: { apply: (value) => (Number.isFinite(Number(value)) ? Number(value) : undefined) },
  /** A number without a fraction, as text: of an id that is always one, anything else is no id. */
  integer: { apply: (value) => (/^\d{1,18}$/.test(String(value)) ? String(value) : undefined) },
  /** Always two decimals, for amounts that a provider wants as text. */
  decimals: { apply: (value) => (Number.isFinite(Number(value)) ? Number(value).toFixed(2) : undefined) },
  digits: onText((text) => text.replace(/\D/g, '')),
  upper: onText((text) => text.toUpperCase()),
  lower: onText((text) => text.toLowerCase()),
  /** "max:140" cuts. */
  max: onText((text, length) => text.slice(0, Number(length))),
  last: onText((text, length) => text.slice(-Number(length))),
  /** "prefix:+55", unless the text begins so. */
  prefix: onText((text, prefix) => (text.startsWith(prefix) ? text : prefix + text)),
  compact: onText((text) => text.replaceAll('-', '')),
  areaCode: onText((text) => text.slice(0, 2)),
  localNumber: onText((text) => text.slice(2)),
  firstName: onText((text) => text.trim().split(' ', 1)[0] ?? ''),
  lastName: onText((text) => text.trim().split(' ').slice(1).join(' ') || text.trim()),
  documentType: onText((text) => (text.length === 11 ? 'CPF' : 'CNPJ')),
  year: { apply: (value) => fullYear(Number(value)) },
  twoDigits: onText((text) => text.slice(-2).padStart(2, '0')),
  /** A picture in base64, with or without the beginning of a data: URL. */
  picture: onText((text) => (text.startsWith('data:') ? text : `data:image/png;base64,${text}`)),
  day: onDate((date) => toSaoPauloDate(date)),
  saoPaulo: onDate((date) => toSaoPaulo(date)),
  /** The days of the calendar in São Paulo, however late it is: one whole day at least. */
  daysLeft: onDate((date, now) => Math.max(1, daysBetween(toSaoPauloDate(now), toSaoPauloDate(date)))),
  minutesLeft: left(60_000),
  secondsLeft: left(1_000),
};
const WITH_LENGTH = ['max', 'last'];

export interface Placeholder {
  /** "customer.name" of a request; a path of an answer. */
  name: string;
  filters: { name: string; argument: string }[];
  unit?: MoneyUnit;
}

/** Reads "customer.phone|digits|max:11". */
export function parsePlaceholder(text: string): Placeholder {
  const [name = '', ...rest] = text.split('|');
  const filters = rest.map((part) => {
    const at = part.indexOf(':');
    return at < 0 ? { name: part, argument: '' } : { name: part.slice(0, at), argument: part.slice(at + 1) };
  });
  const isUnit = (filter: { name: string }) => (MONEY_UNITS as readonly string[]).includes(filter.name);
  const unit = filters.find(isUnit)?.name as Placeholder['unit'];
  return { name, filters: filters.filter((filter) => !isUnit(filter)), unit };
}

/** Returns a sentence for each filter that does not exist or lacks what it needs. */
export const listFilterProblems = ({ filters }: Placeholder, words: Words): string[] =>
  filters.flatMap(({ name, argument }) => {
    if (Object.hasOwn(words, name)) return [];
    if (!Object.hasOwn(FILTERS, name))
      return [`has the filter "${name}", which is neither in "words" nor one of ${Object.keys(FILTERS).join(', ')}`];
    const isLength = Number.isInteger(Number(argument)) && Number(argument) > 0;
    return WITH_LENGTH.includes(name) && !isLength ? [`has "${name}" without a length: write ${name}:20`] : [];
  });

export type Words = Record<string, Record<string, string>>;

/** Looks a word up in a dictionary without regard to letter case. */
export function translate(dictionary: Record<string, string>, word: string): string | undefined {
  if (Object.hasOwn(dictionary, word)) return dictionary[word];
  const lower = word.toLowerCase();
  return Object.entries(dictionary).find(([own]) => own.toLowerCase() === lower)?.[1];
}

/** Returns undefined where a filter cannot take the value; `onMissingWord` is told the dictionary that lacks it. */
export function applyFilters(
  value: Plain,
  { filters }: Placeholder,
  { words, now, onMissingWord }: { words: Words; now: Date; onMissingWord?(dictionary: string): never },
): Plain | undefined {
  let filtered: Plain | undefined = value;
  for (const { name, argument } of filters) {
    if (filtered === undefined) return undefined;
    const dictionary: Record<string, string> | undefined = Object.hasOwn(words, name) ? words[name] : undefined;
    if (!dictionary) filtered = FILTERS[name]!.apply(filtered, argument, now);
    else filtered = translate(dictionary, String(filtered)) ?? onMissingWord?.(name);
  }
  return filtered;
}

/**
 * The value before its filters: words are translated back, where several have that translation only if `isAny`; everything else
 * stays as it is.
 */
export function invertFilters(value: Plain, { filters }: Placeholder, words: Words, isAny = false): Plain | undefined {
  let inverted: Plain | undefined = value;
  for (const { name } of filters.toReversed()) {
    const dictionary: Record<string, string> | undefined = Object.hasOwn(words, name) ? words[name] : undefined;
    if (!dictionary) continue;
    const ours = Object.keys(dictionary).filter((own) => dictionary[own] === String(inverted));
    inverted = isAny || ours.length === 1 ? ours[0] : undefined;
  }
  return inverted;
}
