import type { Currency, Locale } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';

/** Formats a negative amount with a true minus sign before the symbol. */
export const formatSigned = (cents: number, currency: Currency, locale: Locale): string =>
  (cents < 0 ? '−' : '') + formatCurrency(Math.abs(cents), currency, locale);
