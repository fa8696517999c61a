import type { Currency } from '@feira/schemas/common';

/** Stands before a field of an amount. */
export const CURRENCY_SYMBOLS: Record<Currency, string> = { BRL: 'R$', EUR: '€', USD: '$' };
