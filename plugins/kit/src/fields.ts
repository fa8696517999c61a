/** Typed readers over JSON from outside: a provider's answer, event or error. */
import type { MoneyUnit } from '@feira/schemas/manifest';
import { fromUnit } from '@feira/schemas/rules/money';
import { readDate } from './dates.ts';
import { ProviderError } from './errors.ts';
import { redactNumbers } from './redact-numbers.ts';

const LONGEST_REASON = 500;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * The fields of one JSON object. Every reader takes a path ("status", "pix.code", "errors.0.message"; -1 is the last of a list, "" the whole). A field that is missing,
 * null or an empty text is undefined; a value of another type throws INVALID_ANSWER with the outcome UNKNOWN. There are no
 * defaults: an adapter passes on what is missing, and the host refuses a result that lacks what it needs.
 */
export class Fields {
  readonly #value: unknown;

  /** Anything that is no object or list has no fields. */
  constructor(value: unknown) {
    this.#value = value;
  }

  text(path: string): string | undefined {
    const value = this.#read(path);
    if (value === undefined || typeof value === 'string') return value;
    throw wrongType(path, 'a text');
  }

  /** A text for display, such as a card's brand. Another kind of value is undefined: it is worth less than the rest of the answer. */
  label(path: string): string | undefined {
    const value = this.#read(path);
    return typeof value === 'string' ? value : undefined;
  }

  /** A text that a result cannot do without: a missing one throws INVALID_ANSWER as well. */
  requireText(path: string): string {
    const text = this.text(path);
    if (text !== undefined) return text;
    throw this.#missing(path);
  }

  /** A text, or several of them; none where the field is missing. */
  texts(path: string): string[] {
    const texts = [this.#read(path) ?? []].flat();
    if (texts.every((text) => typeof text === 'string')) return texts;
    throw wrongType(path, 'a text or a list of texts');
  }

  /** A number, or a text that is one ("10.50"). */
  number(path: string): number | undefined {
    const value = this.#read(path);
    const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
    if (number === undefined || (typeof number === 'number' && Number.isFinite(number))) return number;
    throw wrongType(path, 'a number');
  }

  /** Integer cents, sent as cents. */
  cents(path: string): number | undefined {
    const cents = this.number(path);
    if (cents === undefined || Number.isSafeInteger(cents)) return cents;
    throw wrongType(path, 'whole cents');
  }

  /** Integer cents, sent as reais. */
  reais(path: string): number | undefined {
    return this.money(path, 'reais');
  }

  /** Integer cents, sent in this unit. */
  money(path: string, unit: MoneyUnit): number | undefined {
    if (unit === 'cents') return this.cents(path);
    const value = this.number(path);
    try {
      return value === undefined ? undefined : fromUnit(value, unit);
    } catch {
      throw wrongType(path, unit === 'reais' ? 'an amount in reais' : 'whole cents in ten-thousandths of a real');
    }
  }

  flag(path: string): boolean | undefined {
    const value = this.#read(path);
    if (value === undefined || typeof value === 'boolean') return value;
    throw wrongType(path, 'true or false');
  }

  /** ISO 8601 in UTC, see readDate. A time that cannot be read is undefined: it is worth less than the rest of the answer. */
  date(path: string): string | undefined {
    const value = this.#read(path);
    return typeof value === 'string' ? readDate(value) : undefined;
  }

  /** Returns a provider's text for humans, at most 500 characters, without the documents and card numbers they may quote. */
  reason(path: string): string | undefined {
    const value = this.#read(path);
    return typeof value === 'string' ? redactNumbers(value).slice(0, LONGEST_REASON) : undefined;
  }

  /** A nested object; a missing one has no fields. */
  fields(path: string): Fields {
    const value = this.#read(path);
    if (value === undefined || typeof value === 'object') return new Fields(value);
    throw wrongType(path, 'an object');
  }

  /** A nested list of objects; a missing one is empty. */
  list(path: string): Fields[] {
    const value = this.#read(path);
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((item) => new Fields(item));
    throw wrongType(path, 'a list');
  }

  /** A list that has to be there: only a list can show that something is not in it. */
  requireList(path: string): Fields[] {
    if (this.has(path)) return this.list(path);
    throw this.#missing(path);
  }

  /** The value as it is, for a reader that takes several types. */
  value(path: string): unknown {
    return this.#read(path);
  }

  /** Returns whether the field holds a value. */
  has(path: string): boolean {
    return this.#read(path) !== undefined;
  }

  /** The faults of each field, as errors often list them ({ "email": ["is taken"] }); what is no text is left out. */
  faults(path: string): [field: string, text: string][] {
    return Object.entries(this.#read(path) ?? {}).flatMap(([field, texts]) =>
      [texts].flat().flatMap((text): [string, string][] => (typeof text === 'string' && text ? [[field, text]] : [])),
    );
  }

  /** Returns what stands in the place of a value, for the sentences that tell an author what to mend; undefined for a value. */
  emptiness(path: string): 'missing' | 'null' | 'an empty text' | undefined {
    if (this.has(path)) return undefined;
    const value = this.#find(path);
    return value === null ? 'null' : value === '' ? 'an empty text' : 'missing';
  }

  #missing(path: string): ProviderError {
    return new ProviderError('INVALID_ANSWER', 'UNKNOWN', `The field ${path} is ${this.emptiness(path)}.`);
  }

  #read(path: string): unknown {
    const value = this.#find(path);
    return value === null || value === '' ? undefined : value;
  }

  #find(path: string): unknown {
    let value = this.#value;
    for (const step of path === '' ? [] : path.split('.')) {
      const name = step === '-1' && Array.isArray(value) ? String(value.length - 1) : step;
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Record<string, unknown>)[name];
    }
    return value;
  }
}

/** Names the field, never its value. */
const wrongType = (path: string, wanted: string) =>
  new ProviderError('INVALID_ANSWER', 'UNKNOWN', `The field ${path} is not ${wanted}.`);
