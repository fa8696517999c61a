import type { Currency } from '@feira/schemas/common';

/** The symbols that stand before amounts. */
export const CURRENCY_SYMBOLS: Record<Currency, string> = { BRL: 'R$', EUR: '€', USD: '$' };
