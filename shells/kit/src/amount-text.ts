/** Amounts and percentages as people type them, exactly: the module never calculates with decimals. */
import type { Locale } from '@feira/schemas/common';
import { formatCurrency, parseCurrency } from '@feira/schemas/rules/currency';

const MAX_CENTS = 100_000_000_000;
const MAX_BASIS_POINTS = 10_000;

/** Returns cents, or null for a text that is no amount: a guess would change the charge. */
export function readAmount(text: string): number | null {
  const compact = text.trim().replace(/^(R\$|\$|€)\s*/, '');
  const isGrouped = /^[1-9]\d{0,2}(([.,])\d{3})(\2\d{3})*(?!\2)([.,]\d{1,2})?$/.test(compact);
  if (!isGrouped && !/^\d+([.,]\d{1,2})?$/.test(compact)) return null;
  const cents = parseCurrency(compact);
  return cents <= MAX_CENTS ? cents : null;
}

/** Writes 1.234,56 in Portuguese and 1,234.56 in English; the symbol stands beside the field. */
export const writeAmount = (cents: number, locale: Locale): string =>
  formatCurrency(cents, 'USD', locale).replace('$', '');

/** Returns the basis points of a percentage with at most two decimals, or null. */
export function readBasisPoints(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!match) return null;
  const basisPoints = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return basisPoints <= MAX_BASIS_POINTS ? basisPoints : null;
}

/** Writes 499 as 4,99 in Portuguese and as 4.99 in English; whole percents have no decimals. */
export function writeBasisPoints(basisPoints: number, locale: Locale): string {
  const whole = Math.trunc(basisPoints / 100);
  const rest = basisPoints % 100;
  if (rest === 0) return String(whole);
  return `${whole}${locale === 'en' ? '.' : ','}${String(rest).padStart(2, '0')}`;
}

/** Returns a whole number within its limits, or null. */
export function readCount(text: string, minimum: number, maximum: number): number | null {
  const compact = text.trim();
  if (!/^\d{1,9}$/.test(compact)) return null;
  const count = Number(compact);
  return count >= minimum && count <= maximum ? count : null;
}
