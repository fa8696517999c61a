/** Reads the fields of a result out of an answer or event, and writes them into one for the simulator. A missing field stays missing. */
import type { Condition, Json, Source, Sources } from '@feira/schemas/description';
import { type MoneyUnit, toUnit } from '@feira/schemas/rules/money';
import { ProviderError } from '../errors.ts';
import { Fields } from '../fields.ts';
import { type Kind, MEMO, resultKind, STEP_EXPIRY, STEP_URL } from './contract-fields.ts';
import { applyFilters, invertFilters, type Placeholder, parsePlaceholder, type Words } from './filters.ts';

const MOST_MEMBERS = 100;
const LONGEST_PICTURE = 200_000;
const LONGEST_TEXT = 4_096;
const LONGEST_ID = 256;

export interface Reading {
  words: Words;
  unit: MoneyUnit;
}

/** Returns whether every path of the condition holds what it names; letter case does not matter. */
export function holds(condition: Condition, fields: Fields): boolean {
  return Object.entries(condition).every(([path, wanted]) => {
    const value = fields.value(path);
    if (wanted === true && value !== false) return value !== undefined;
    if (wanted === null) return value === undefined;
    return [wanted].flat().some((one) => isSame(one, value));
  });
}
const isSame = (one: unknown, value: unknown) =>
  typeof one === 'string' && typeof value === 'string' ? one.toLowerCase() === value.toLowerCase() : one === value;

/** Throws INVALID_ANSWER, UNKNOWN where an id, a word or an amount is of another type; anything else that cannot be read is missing. */
export function readSources(sources: Sources, fields: Fields, reading: Reading): Record<string, unknown> {
  const all = Object.entries(sources).flatMap(([name, source]): [string, unknown][] => {
    const value = readSource(source, fields, resultKind(name), reading, name);
    return value === undefined ? [] : [[name, value]];
  });
  const memo = all.filter(([name]) => name.startsWith(MEMO)).map(([name, text]) => [name.slice(MEMO.length), text]);
  const own = all.filter(([name]) => !name.startsWith(MEMO) && name !== STEP_URL && name !== STEP_EXPIRY);
  if (memo.length > 0) own.push(['memo', Object.fromEntries(memo)]);
  const { [STEP_URL]: url, [STEP_EXPIRY]: expiresAt } = Object.fromEntries(all);
  if (url !== undefined)
    own.push(['nextStep', { kind: 'REDIRECT', url, ...(expiresAt !== undefined && { expiresAt }) }]);
  return Object.fromEntries(own);
}

function readSource(source: Source, fields: Fields, kind: Kind, reading: Reading, name: string): unknown {
  if (Array.isArray(source)) {
    for (const one of source) {
      const value = readSource(one, fields, kind, reading, name);
      if (value !== undefined) return value;
    }
    return undefined;
  }
  if (typeof source === 'string') return readPath(parsePlaceholder(source), fields, kind, reading, name);
  if ('word' in source) return !source.if || holds(source.if, fields) ? source.word : undefined;
  const members = fields.list(source.each).slice(0, MOST_MEMBERS);
  return members.length > 0 ? members.map((member) => readSources(source.fields, member, reading)) : undefined;
}

function readPath(place: Placeholder, fields: Fields, kind: Kind, reading: Reading, name: string): unknown {
  const { name: path } = place;
  if (place.filters.length > 0) {
    const text = readText(fields, path);
    return text === undefined ? undefined : applyFilters(text, place, { ...reading, now: new Date(0) });
  }
  switch (kind) {
    case 'money':
      return fields.money(path, place.unit ?? reading.unit);
    case 'date':
      return fields.date(path);
    case 'reason':
      return fields.reason(path);
    case 'flag':
      return typeof fields.value(path) === 'boolean' ? fields.value(path) : undefined;
    case 'number':
      return fields.number(path);
    case 'digits':
      return /^\d{4}$/.exec(readText(fields, path)?.slice(-4) ?? '')?.[0];
    case 'list':
      return fields.has(path) ? fields.texts(path).map((text) => text.slice(0, LONGEST_ID)) : undefined;
    case 'id':
    case 'word': {
      const text = readText(fields, path);
      if (text === undefined && fields.has(path))
        throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', `The field ${path} is no ${kind}.`);
      return text;
    }
    default: {
      const text = readText(fields, path);
      const longest = name === 'pixQrCode' ? LONGEST_PICTURE : LONGEST_TEXT;
      return text !== undefined && text.length > longest ? undefined : text;
    }
  }
}

/** A text, or a number as one; undefined for anything else. */
function readText(fields: Fields, path: string): string | undefined {
  const value = fields.value(path);
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The paths that a source reads, below `at` for the members of a list. */
export function listPaths(source: Source): string[] {
  if (typeof source === 'string') return [parsePlaceholder(source).name];
  if (Array.isArray(source)) return source.flatMap(listPaths);
  if ('word' in source) return Object.keys(source.if ?? {});
  const inner = Object.values(source.fields).flatMap(listPaths);
  return [source.each, ...inner.map((path) => joinPath(source.each, `0.${path}`))];
}
export const joinPath = (...parts: string[]) => parts.filter((part) => part !== '').join('.');

/** Returns `body` with the value where the source reads it: at the first path that the body has. Undefined takes the field away. */
export function writeSource(source: Source, body: Json, name: string, value: unknown, reading: Reading): Json {
  const [place] = [source]
    .flat(3)
    .filter((one) => typeof one === 'string')
    .map(parsePlaceholder)
    .sort((one, two) => Number(new Fields(body).has(two.name)) - Number(new Fields(body).has(one.name)));
  if (!place) return body;
  const inverted = typeof value === 'string' ? invertFilters(value, place, reading.words, true) : value;
  return setAt(body, place.name === '' ? [] : place.name.split('.'), (former) => {
    if (inverted === undefined || inverted === null) return inverted as undefined;
    if (resultKind(name) === 'money') {
      const unit = place.unit ?? reading.unit;
      const amount = toUnit(inverted as number, unit);
      return typeof former === 'string' ? (unit === 'reais' ? amount.toFixed(2) : String(amount)) : amount;
    }
    return typeof former === 'number' && Number.isFinite(Number(inverted)) ? Number(inverted) : (inverted as Json);
  });
}

function setAt(
  body: Json | undefined,
  [step, ...rest]: string[],
  change: (former: Json | undefined) => Json | undefined,
): Json {
  if (step === undefined) return change(body) as Json;
  if (Array.isArray(body)) {
    const index = step === '-1' ? body.length - 1 : Number(step);
    return body.map((item, at) => (at === index ? setAt(item, rest, change) : item));
  }
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
  const former = fields.find(([name]) => name === step)?.[1];
  const changed = setAt(former, rest, change);
  const isThere = fields.some(([name]) => name === step);
  const all = fields.map(([name, inner]): [string, Json] => [name, name === step ? changed : inner]);
  return Object.fromEntries(isThere ? all : [...all, [step, changed]]);
}
