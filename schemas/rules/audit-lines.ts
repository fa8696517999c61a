/** Turns an event of the audit log into a sentence and lines to read, for the screen and for exports. */
import type { Currency, Locale } from '../src/common.ts';
import { CURRENCIES } from '../src/common.ts';
import type { AuditEventType } from '../src/procedures/audit.ts';
import type { AuditField } from './audit-field.ts';
import { AUDIT_FIELDS, AUDIT_TITLES, AUDIT_VALUES } from './audit-fields.ts';
import { AUDIT_SENTENCES } from './audit-sentences.ts';
import { formatCurrency } from './currency.ts';

export interface DescribedEvent {
  type: AuditEventType;
  actor: { id: string } | null;
  subject: { id: string; name: string } | null;
  details: Record<string, unknown>;
}

export interface DescribeOptions {
  locale: Locale;
  /** The currency of amounts whose event names none. */
  currency: Currency;
  /** Returns the word for a constant that this file does not know, such as the name of a permission. */
  wordFor?(value: string): string | undefined;
}

/** The values that a sentence of audit-sentences.ts takes from its event. */
type ValueName = 'subject' | 'amount' | 'title';

export interface SentencePart {
  kind: 'text' | ValueName;
  text: string;
}

/** One fact of an event. Lists tell what they gained and lost; a list of twenty permissions would hide the one that is gone. */
export interface AuditLine {
  title: string;
  value?: string;
  before?: string;
  after?: string;
  gained?: string;
  lost?: string;
}

type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the sentence in parts, so that a screen can set the subject apart and link it. */
export function describeEvent(event: DescribedEvent, options: DescribeOptions): SentencePart[] {
  const { subject, actor, details } = event;
  const values: Record<ValueName, string | undefined> = {
    subject: subject ? subject.name || subject.id : undefined,
    amount: typeof details.amount === 'number' ? formatMoney(details.amount, details, options) : undefined,
    title: typeof details.title === 'string' ? details.title : undefined,
  };
  const isSelf = subject !== null && subject.id === actor?.id;
  return AUDIT_SENTENCES[options.locale][event.type]
    .split(/(\[[^\]]*\])/)
    .flatMap((piece) => {
      const isOptional = piece.startsWith('[');
      const parts = fill(isOptional ? piece.slice(1, -1) : piece, values);
      const isMissing = parts.some(
        ({ kind, text }) => kind !== 'text' && (text === '' || (isSelf && kind === 'subject')),
      );
      return isOptional && isMissing ? [] : parts;
    })
    .filter(({ text }) => text !== '');
}

const fill = (template: string, values: Record<ValueName, string | undefined>): SentencePart[] =>
  template.split(/(\{\w+\})/).map((piece) => {
    const kind = (Object.keys(values) as ValueName[]).find((name) => piece === `{${name}}`) ?? 'text';
    return { kind, text: kind === 'text' ? piece : (values[kind] ?? '') };
  });

/** Returns the sentence as one text. */
export const toSentence = (event: DescribedEvent, options: DescribeOptions): string =>
  describeEvent(event, options)
    .map(({ text }) => text)
    .join('');

/** Returns what changed and the facts of the event, without the ids and without what the sentence says already. */
export function listLines(
  { type, details }: Pick<DescribedEvent, 'type' | 'details'>,
  options: DescribeOptions,
): AuditLine[] {
  const { before, after, ...facts } = details;
  const sentence = AUDIT_SENTENCES[options.locale][type];
  const told = [
    ...(sentence.includes('{amount}') ? ['amount', 'currency'] : []),
    ...(sentence.includes('{title}') ? ['title'] : []),
  ];
  const rest = Object.entries(facts).filter(([name]) => !told.includes(name));
  const show = (path: readonly string[], value: unknown) => formatValue(path, value, details, options);
  const lines = rest.flatMap(([name, value]) =>
    flatten([name], value).map(([path, leaf]) => ({ path, line: { value: show(path, leaf) } })),
  );
  const changes = compare([], before, after).map(([path, former, latter]) => ({
    path,
    line:
      isList(former) && isList(latter)
        ? compareLists(former, latter, show, path)
        : { before: show(path, former), after: show(path, latter) },
  }));
  return [...changes, ...lines]
    .filter(({ path }) => fieldOf(path)?.kind !== 'hidden')
    .map(({ path, line }) => ({ title: titleOf(path, options.locale), ...line }));
}

/** Returns the lines as one text for a cell of a table. */
export const toText = (event: Pick<DescribedEvent, 'type' | 'details'>, options: DescribeOptions): string =>
  listLines(event, options)
    .map(({ title, value, before, after, gained, lost }) => {
      const change = before === undefined ? undefined : `${before} → ${after}`;
      const list = [gained && `+ ${gained}`, lost && `− ${lost}`].filter(Boolean).join('; ');
      const text = value ?? change ?? list;
      return title ? `${title}: ${text}` : text;
    })
    .join(' · ');

/** The place of a percentage in a list by installments. */
const PLACE = /^\d+x$/;

/** The field that a path leads to: the last name on it that is one. Elements of a list count as the list. */
const fieldOf = (path: readonly string[]): AuditField | undefined => {
  const name = path.findLast((part) => !PLACE.test(part));
  return name === undefined ? undefined : AUDIT_FIELDS[name];
};

function titleOf(path: readonly string[], locale: Locale): string {
  const names = path.map((name, index) => {
    const isLast = index === path.length - 1 || PLACE.test(path[index + 1]!);
    const known = isLast ? AUDIT_FIELDS[name] : AUDIT_TITLES[name];
    return known?.[locale] ?? AUDIT_VALUES[name]?.[locale] ?? name;
  });
  return names.join(', ');
}

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);

function compareLists(
  before: unknown[],
  after: unknown[],
  show: (path: readonly string[], value: unknown) => string,
  path: readonly string[],
): Pick<AuditLine, 'gained' | 'lost'> {
  const without = (items: unknown[], others: unknown[]) => items.filter((item) => !others.includes(item));
  const [gained, lost] = [without(after, before), without(before, after)];
  return {
    ...(gained.length > 0 && { gained: show(path, gained) }),
    ...(lost.length > 0 && { lost: show(path, lost) }),
  };
}

type Leaf = [path: string[], value: unknown];

function flatten(path: string[], value: unknown): Leaf[] {
  if (isRecord(value)) return Object.entries(value).flatMap(([name, inner]) => flatten([...path, name], inner));
  if (Array.isArray(value) && !isList(value)) return value.flatMap((item) => flatten(path, item));
  return [[path, value]];
}

/** Returns the values that differ. Lists of objects have no names to compare by, so all their values are shown. */
function compare(path: string[], before: unknown, after: unknown): [string[], unknown, unknown][] {
  if (before === undefined && after === undefined) return [];
  if (isRecord(before) || isRecord(after)) {
    const [former, latter] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
    const names = [...new Set([...Object.keys(former), ...Object.keys(latter)])];
    return names.flatMap((name) => compare([...path, name], former[name] ?? null, latter[name] ?? null));
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const lists = [before, after].filter(Array.isArray);
  if (lists.length > 0 && fieldOf(path)?.kind === 'basisPoints') return comparePlaces(path, before, after);
  if ([before, after].some((value) => Array.isArray(value) && !isList(value))) {
    return [
      ...flatten(path, before ?? []).map(([leaf, value]): [string[], unknown, unknown] => [leaf, value, null]),
      ...flatten(path, after ?? []).map(([leaf, value]): [string[], unknown, unknown] => [leaf, null, value]),
    ];
  }
  return [[path, before ?? null, after ?? null]];
}

/** Percentages by installments are compared place by place: as a list they would lose how many installments each belongs to. */
function comparePlaces(path: string[], before: unknown, after: unknown): [string[], unknown, unknown][] {
  const [former, latter] = [before, after].map((list) => (Array.isArray(list) ? list : []));
  const places = Array.from({ length: Math.max(former!.length, latter!.length) }, (_, index) => index);
  return places
    .filter((index) => former![index] !== latter![index])
    .map((index) => [[...path, `${index + 1}x`], former![index] ?? null, latter![index] ?? null]);
}

const isCurrency = (value: unknown): value is Currency => CURRENCIES.some((currency) => currency === value);

/** Amounts are in the currency that the event names, whether on itself or on what it holds. */
function formatMoney(cents: number, details: Values, { locale, currency }: DescribeOptions): string {
  const { after, before } = details;
  const named = [details, after, before].filter(isRecord).flatMap((place) => [place.currency, place.coin]);
  return formatCurrency(cents, named.find(isCurrency) ?? currency, locale);
}

const UNITS = { seconds: 'second', minutes: 'minute', hours: 'hour', days: 'day', bytes: 'byte' } as const;

function formatValue(path: readonly string[], value: unknown, details: Values, options: DescribeOptions): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '–';
    return value.map((item) => formatValue(path, item, details, options)).join(', ');
  }
  if (value === null || value === undefined || value === '') return '–';
  const { locale } = options;
  const language = locale === 'en' ? 'en-US' : 'pt-BR';
  const kind = fieldOf(path)?.kind;
  if (typeof value === 'number') {
    const name = path.at(-1);
    // An amount in a currency besides the platform's own stands under the name of that currency.
    if (isCurrency(name)) return formatCurrency(value, name, locale);
    if (kind === 'money') return formatMoney(value, details, options);
    if (kind === 'basisPoints' || kind === 'percent') {
      const share = value / (kind === 'percent' ? 100 : 10_000);
      return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(share);
    }
    if (kind && kind in UNITS) {
      const unit = UNITS[kind as keyof typeof UNITS];
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
    }
    return new Intl.NumberFormat(language).format(value);
  }
  const text = String(value);
  if (kind === 'moment') {
    const form = { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' } as const;
    return new Intl.DateTimeFormat(language, form).format(new Date(text));
  }
  if (kind === 'date') {
    return new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' }).format(
      new Date(`${text}T00:00:00Z`),
    );
  }
  if (kind === 'text') return text;
  return AUDIT_VALUES[text]?.[locale] ?? options.wordFor?.(text) ?? text;
}
