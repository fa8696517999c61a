/** The filters of a placeholder ("{customer.phone|digits}"): each changes one value, in bounded time, without expressions of strangers. */
import { createHash } from 'node:crypto';
import { fullYear } from '@feira/schemas/rules/card';
import { MONEY_UNITS, type MoneyUnit } from '@feira/schemas/rules/money';
import { toSaoPaulo, toSaoPauloDate } from '../dates.ts';

interface Filter {
  /** The sentence of docs/provider-reference.md. */
  says: string;
  /** Undefined where the value is not of the kind that the filter takes. */
  apply(value: Plain, argument: string, now: Date): Plain | undefined;
  /** The value that was filtered, for a simulator that reads it; the filtered one itself where that says as much. */
  invert?(value: Plain): Plain;
}
export type Plain = string | number | boolean;

const DAY_MS = 86_400_000;
const onText = (says: string, change: (text: string, argument: string) => string): Filter => ({
  says,
  apply: (value, argument) => change(String(value), argument),
});
const onDate = (says: string, change: (date: Date, now: Date) => Plain): Filter => ({
  says,
  apply(value, _argument, now) {
    const date = new Date(String(value));
    return Number.isNaN(date.getTime()) ? undefined : change(date, now);
  },
});
const left = (unit: string, unitMs: number) =>
  onDate(`Counts the whole ${unit} until the time, at least one.`, (date, now) =>
    Math.max(1, Math.ceil((date.getTime() - now.getTime()) / unitMs)),
  );

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

export const FILTERS: Record<string, Filter> = {
  text: onText('Writes a number or flag as a text.', (text) => text),
  number: {
    says: 'Writes a text of digits as a number.',
    apply: (value) => (Number.isFinite(Number(value)) ? Number(value) : undefined),
  },
  integer: {
    says: 'Reads an id that is always a whole number, as a text; anything else is no id.',
    apply: (value) => (/^\d{1,18}$/.test(String(value)) ? String(value) : undefined),
  },
  decimals: {
    says: 'Writes an amount as a text with two decimals.',
    apply: (value) => (Number.isFinite(Number(value)) ? Number(value).toFixed(2) : undefined),
  },
  orNull: { says: 'Writes null where there is no value, instead of leaving the field out.', apply: (value) => value },
  digits: onText('Keeps the digits.', (text) => text.replace(/\D/g, '')),
  upper: onText('Writes capitals.', (text) => text.toUpperCase()),
  lower: onText('Writes small letters.', (text) => text.toLowerCase()),
  max: onText('Keeps the first characters: `max:140`.', (text, length) => text.slice(0, Number(length))),
  last: onText('Keeps the last characters: `last:4`.', (text, length) => text.slice(-Number(length))),
  prefix: onText('Puts a text before the value, unless it begins so: `prefix:+55`.', (text, prefix) =>
    text.startsWith(prefix) ? text : prefix + text,
  ),
  compact: onText('Takes the hyphens out.', (text) => text.replaceAll('-', '')),
  international: onText('Keeps the digits of a phone, with 55 before a Brazilian one.', (text) => {
    const digits = text.replace(/\D/g, '');
    return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits;
  }),
  national: onText('Takes +55 off a Brazilian phone; anything else, such as another PIX key, stays as it is.', (text) =>
    text.replace(/^\+55(?=\d{10,11}$)/, ''),
  ),
  idNumber: {
    says: 'Derives a whole number from an id of ours, the same each time, for systems whose ids are numbers.',
    apply: (value) => {
      const digits = String(value).replaceAll('-', '').slice(-12);
      return /^[0-9a-f]{12}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
    },
  },
  md5: onText('Writes the MD5 of a text in hexadecimal digits.', (text) =>
    createHash('md5').update(text).digest('hex'),
  ),
  areaCode: onText('Keeps the first two digits of a phone.', (text) => text.slice(0, 2)),
  localNumber: onText('Keeps a phone without its first two digits.', (text) => text.slice(2)),
  firstName: onText('Keeps the first word of a name.', (text) => text.trim().split(' ', 1)[0] ?? ''),
  lastName: onText(
    'Keeps the other words of a name, or the only one.',
    (text) => text.trim().split(' ').slice(1).join(' ') || text.trim(),
  ),
  plainName: onText('Keeps letters, digits and single spaces of a name.', (text) =>
    text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim(),
  ),
  documentType: onText('Tells what a document is: CPF or CNPJ.', (text) => (text.length === 11 ? 'CPF' : 'CNPJ')),
  year: { says: 'Writes a year with four digits.', apply: (value) => fullYear(Number(value)) },
  twoDigits: onText('Writes the last two digits, with a zero before one.', (text) => text.slice(-2).padStart(2, '0')),
  picture: onText('Makes a picture in base64 a data: URL, unless it is one.', (text) =>
    text.startsWith('data:') ? text : `data:image/png;base64,${text}`,
  ),
  day: onDate('Writes the day in São Paulo: `2034-01-31`.', (date) => toSaoPauloDate(date)),
  saoPaulo: onDate('Writes the time in São Paulo, with its offset.', (date) => toSaoPaulo(date)),
  saoPauloMinute: onDate('Writes the minute in São Paulo: `2034-01-31 10:00`.', (date) =>
    toSaoPaulo(date).slice(0, 16).replace('T', ' '),
  ),
  utcTime: onDate('Writes the time in UTC: `2034-01-31 13:00:00`.', (date) =>
    date.toISOString().slice(0, 19).replace('T', ' '),
  ),
  milliseconds: onDate('Counts the milliseconds since 1970.', (date) => date.getTime()),
  daysLeft: onDate(
    'Counts the days of the calendar in São Paulo until the time, however late it is: one whole day at least.',
    (date, now) => Math.max(1, daysBetween(toSaoPauloDate(now), toSaoPauloDate(date))),
  ),
  minutesLeft: left('minutes', 60_000),
  secondsLeft: left('seconds', 1_000),
};
const WITH_LENGTH = ['max', 'last'];

/** Returns whether a field without a value is written as null. */
export const isNullable = ({ filters }: Placeholder): boolean => filters.some(({ name }) => name === 'orNull');

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
