import type { Currency, Locale } from '../src/common.ts';

/** U+00A0, so that a line never breaks between the symbol and the digits. */
const NO_BREAK_SPACE = '\u00a0';

/** Writes the digits by hand: the first formatter of a browser costs a phone 80 ms, just when a checkout comes alive. */
function formatDigits(cents: number, locale: Locale): string {
  const [grouping, decimal] = locale === 'en' ? [',', '.'] : ['.', ','];
  const digits = BigInt(cents).toString().padStart(3, '0');
  return digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, grouping) + decimal + digits.slice(-2);
}

/**
 * Formats cents: R$ 1.234,56 in Portuguese, R$ 1,234.56 in English; dollars start with $, euros with €. An empty value and
 * one that is no number show as zero. The space after R$ is U+00A0; compare accordingly.
 */
export function formatCurrency(cents: number | null | undefined | string, currency: Currency, locale: Locale): string {
  const value = Math.round(Number(cents));
  const amount = Number.isFinite(value) ? value : 0;
  const symbol = currency === 'USD' ? '$' : currency === 'EUR' ? '€' : `R$${NO_BREAK_SPACE}`;
  return `${amount < 0 ? '-' : ''}${symbol}${formatDigits(Math.abs(amount), locale)}`;
}

/**
 * Cents of an amount as people type it, in either notation: 1.234,56 and 1,234.56, with or without a symbol. Points or
 * commas before exact groups of three are grouping, otherwise the last one is the decimal sign; half a cent rounds up.
 * Text that is no amount is 0.
 */
export function parseCurrency(text: string): number {
  const match = /^(-?)\s*(?:R\$|\$|€)?\s*(-?)([\d.,]*\d)\s*$/.exec(text.trim());
  if (!match) return 0;
  const [, signBefore, signAfter, number = ''] = match;
  const isGroupedOnly = /^[1-9]\d{0,2}(([.,])\d{3})(\2\d{3})*$/.test(number);
  const decimalAt = isGroupedOnly ? -1 : Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  const whole = (decimalAt < 0 ? number : number.slice(0, decimalAt)).replace(/[.,]/g, '');
  const decimals = decimalAt < 0 ? '' : number.slice(decimalAt + 1);
  const cents = Number(whole + decimals.padEnd(2, '0').slice(0, 2)) + (Number(decimals[2] ?? 0) >= 5 ? 1 : 0);
  if (!Number.isSafeInteger(cents)) return 0;
  return signBefore || signAfter ? 0 - cents : cents;
}
