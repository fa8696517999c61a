/** Writes our references as a provider takes them, and reads them back. */
import { createHash } from 'node:crypto';
import type { ReferenceForm } from '@feira/schemas/manifest';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const ALPHABETS: Record<ReferenceForm['alphabet'], string> = {
  digits: DIGITS,
  hex: `${DIGITS}abcdef`,
  lowercase: DIGITS + LOWER,
  alphanumeric: DIGITS + LOWER + LOWER.toUpperCase(),
};

/** The characters that a UUID takes in digits of this base: 128 bits. */
const lengthIn = (base: number) => Math.ceil(128 / Math.log2(base));

/** The digits to write with and the length: the hexadecimal ones where they fit, because people compare references by eye. */
function chooseDigits({
  alphabet,
  minLength = 1,
  maxLength,
  digest,
}: ReferenceForm): { digits: string; length: number } | null {
  if (digest) return null;
  for (const name of ['hex', 'lowercase', 'alphanumeric', 'digits'] as const) {
    const digits = ALPHABETS[name];
    if (![...digits].every((digit) => ALPHABETS[alphabet].includes(digit))) continue;
    const length = Math.max(lengthIn(digits.length), minLength);
    if (length <= maxLength) return { digits, length };
  }
  return null;
}

/** The least length that a form of this alphabet must leave to a reference. */
export const shortestReference = ({ alphabet }: Pick<ReferenceForm, 'alphabet'>): number =>
  lengthIn(ALPHABETS[alphabet].length);

/** The bits that a text of this form holds. */
export const bitsOf = ({ alphabet, maxLength }: ReferenceForm): number =>
  Math.floor(maxLength * Math.log2(ALPHABETS[alphabet].length));

/** As many digits as the form has room for, of a digest that nobody reads back. */
function toDigest({ alphabet, maxLength }: ReferenceForm, reference: string): string {
  const digits = ALPHABETS[alphabet];
  return toText(createHash('sha256').update(reference).digest('hex'), digits).slice(-maxLength);
}

function toText(hex: string, digits: string): string {
  let rest = BigInt(`0x${hex}`);
  let text = '';
  for (const base = BigInt(digits.length); rest > 0n; rest /= base) text = digits[Number(rest % base)] + text;
  return text;
}

/** Our reference, a UUID, in the provider's form. Any other text, which only tests send, is digested first. */
export function toProviderReference(form: ReferenceForm, reference: string): string {
  if (form.digest) return toDigest(form, reference);
  const chosen = chooseDigits(form);
  if (!chosen) return reference;
  const { digits, length } = chosen;
  const hex = UUID.test(reference)
    ? reference.replaceAll('-', '')
    : createHash('sha256').update(reference).digest('hex').slice(0, 32);
  return toText(hex, digits).padStart(length, '0');
}

/** The UUID that was written in this form; any other text stays as it is: it is no reference of ours. */
export function fromProviderReference(form: ReferenceForm, text: string): string {
  const chosen = chooseDigits(form);
  const isOurs = chosen && text.length === chosen.length && [...text].every((digit) => chosen.digits.includes(digit));
  if (!isOurs) return text;
  const base = BigInt(chosen.digits.length);
  const number = [...text].reduce((sum, digit) => sum * base + BigInt(chosen.digits.indexOf(digit)), 0n);
  const hex = number.toString(16).padStart(32, '0');
  return hex.length > 32 ? text : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const FIELDS = ['reference', 'withdrawReference'] as const;

/** A request with our references in the provider's form. */
export const writeReferences = (form: ReferenceForm, request: unknown): unknown =>
  replaceFields(request, (text) => toProviderReference(form, text));

/** A result with our references read back, those of single events too. */
export function readReferences(form: ReferenceForm, result: unknown, request: unknown): unknown {
  const known = new Map(listFields(request).map((text) => [toProviderReference(form, text), text]));
  const read = (text: string) => known.get(text) ?? fromProviderReference(form, text);
  const whole = replaceFields(result, read) as { events?: unknown } | null;
  if (!Array.isArray(whole?.events)) return whole;
  return { ...whole, events: whole.events.map((event) => replaceFields(event, read)) };
}

const listFields = (value: unknown): string[] =>
  FIELDS.flatMap((name) => {
    const text = (value as Record<string, unknown> | null | undefined)?.[name];
    return typeof text === 'string' ? [text] : [];
  });

function replaceFields(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = { ...value } as Record<string, unknown>;
  for (const name of FIELDS) if (typeof copy[name] === 'string') copy[name] = replace(copy[name]);
  return copy;
}
