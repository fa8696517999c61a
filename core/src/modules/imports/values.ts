/** Reads the values that people and platforms write into cells: amounts, numbers, dates, phones and documents, the Brazilian way and others. Pure. */
import { documentType, normalizeDocument } from '@feira/schemas/rules/document';
import { isEmail } from '@feira/schemas/rules/email';
import { isPhone, normalizePhone } from '@feira/schemas/rules/phone';

/** Platforms write these where there is nothing. */
const NOTHING = new Set(['', '-', '--', '(none)', 'none', 'null', 'n/a', 'na', '#n/a']);

/** Returns whether the cell says nothing. */
export const isNothing = (cell: string): boolean => NOTHING.has(cell.toLowerCase());

/** Letters without accents, in lower case and with single blanks: the form in which words are compared. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;
const CURRENCY_MARK = /^(?:R\$|US\$|\$|€|BRL|USD|EUR)\s*|\s*(?:R\$|US\$|€|BRL|USD|EUR)$/gi;

/**
 * Returns the number in hundredths: "1.234,56", "1,234.56", "1234.5" and "R$ 97" alike. The last separator divides the fraction where one or two
 * digits follow; a single separator before three digits divides thousands, because no price has three decimal places. Returns null for
 * what is no such number.
 */
export function readHundredths(cell: string): number | null {
  const bare = cell
    .replace(/[\s\u00a0]/g, ' ')
    .trim()
    .replace(CURRENCY_MARK, '')
    .replace(/ /g, '');
  const isNegative = /^-|^\(.*\)$/.test(bare);
  const text = bare.replace(/^[-+]/, '').replace(/^\((.*)\)$/, '$1');
  if (!/^\d[\d.,]*$/.test(text)) return null;
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const fraction = last === -1 ? '' : text.slice(last + 1);
  const isGrouped = GROUPED.test(text) && new Set(text.replace(/\d/g, '')).size === 1;
  if (last === -1 || isGrouped) return sign(isNegative, digits(text) * 100);
  if (fraction.length < 1 || fraction.length > 2) return null;
  const whole = text.slice(0, last);
  // The separator of thousands is the other one, and stands before three digits each.
  if (!/^\d+$/.test(whole) && !(GROUPED.test(whole) && !whole.includes(text[last] as string))) return null;
  return sign(isNegative, digits(whole) * 100 + Number(fraction.padEnd(2, '0')));
}

const digits = (text: string): number => Number(text.replace(/[.,]/g, ''));
const sign = (isNegative: boolean, value: number): number | null => {
  if (!Number.isSafeInteger(value)) return null;
  return isNegative && value !== 0 ? -value : value;
};

/** Returns the whole number; null for a fraction, and for what is no number. */
export function readInteger(cell: string): number | null {
  const hundredths = readHundredths(cell);
  return hundredths === null || hundredths % 100 !== 0 ? null : hundredths / 100;
}

const BRAZILIAN_DATE =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[,T ]\s*(?:às\s*)?(\d{1,2}):(\d{2})(?::(\d{2}))?)?/i;
const ISO_DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
const SAO_PAULO = '-03:00';

/**
 * Returns a moment in ISO 8601. Without a zone it is a time of São Paulo, as these exports have it; a day alone is its noon, so that it stays that day
 * everywhere in Brazil. A day comes before its month. Returns null for what is no date.
 */
export function readMoment(cell: string): string | null {
  const text = cell.trim();
  const iso = ISO_DATE.exec(text);
  if (iso) {
    const [, year, month, day, hour, minute, second, zone] = iso;
    return toMoment({ year, month, day, hour, minute, second }, zone);
  }
  const match = BRAZILIAN_DATE.exec(text);
  if (!match || !/^\s*(?:\(?(?:BRT|GMT-0?3(?::?00)?|UTC-0?3(?::?00)?)\)?)?$/i.test(text.slice(match[0].length)))
    return null;
  const [, day, month, year, hour, minute, second] = match;
  return toMoment({ year: year?.length === 2 ? `20${year}` : year, month, day, hour, minute, second });
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string | undefined>;

function toMoment({ year, month, day, hour = '12', minute = '0', second = '0' }: Parts, zone?: string): string | null {
  const [y, m, d, h, i, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  const isTime = h < 24 && i < 60 && s < 60;
  const offset =
    zone === undefined ? SAO_PAULO : /^(z|utc)$/i.test(zone) ? 'Z' : zone.replace(/^(.\d\d):?(\d\d)$/, '$1:$2');
  const clock = `${y}-${two(m)}-${two(d)}T${two(h)}:${two(i)}:${two(s)}`;
  const date = new Date(`${clock}${offset}`);
  // A date such as 31 February would be moved on to March.
  const isDay = new Date(Date.UTC(y, m - 1, d)).getUTCMonth() === m - 1 && d > 0;
  if (!isTime || !isDay || y < 1900 || y > 2200 || Number.isNaN(date.getTime())) return null;
  return date.toISOString();
}

/** Returns the address in lower case, or null. */
export function readEmail(cell: string): string | null {
  const email = cell
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();
  return isEmail(email) ? email : null;
}

/** Returns area code and number of a Brazilian phone, or null. */
export function readPhone(cell: string): string | null {
  // The first one counts where several are given.
  const [first = ''] = cell.split(/[;/|]|,\s/);
  const phone = normalizePhone(first);
  return isPhone(phone) ? phone : null;
}

const CPF_DIGITS = 11;
const CNPJ_DIGITS = 14;

/** Returns the CPF or CNPJ without its marks, or null. Spreadsheets cut zeros at the beginning, which are put back. */
export function readDocument(cell: string): string | null {
  const text = normalizeDocument(cell);
  const padded = /^\d+$/.test(text) ? [text.padStart(CPF_DIGITS, '0'), text.padStart(CNPJ_DIGITS, '0')] : [text];
  return padded.find((candidate) => documentType(candidate) !== null) ?? null;
}

const TRUE = new Set(['1', 'sim', 's', 'yes', 'y', 'true', 'verdadeiro', 'x']);
const FALSE = new Set(['0', 'nao', 'n', 'no', 'false', 'falso']);

export function readBoolean(cell: string): boolean | null {
  const word = foldText(cell);
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : null;
}
