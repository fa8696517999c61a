/** The price of a step as its field shows it. */
import type { Locale } from '@feira/schemas/common';
import { readAmount, writeAmount } from '@feira/shell-kit/amount-text';

const LEAST_CENTS = 100;

export const showPrice = (cents: number | null, locale: Locale): string =>
  cents === null ? '' : writeAmount(cents, locale);

/** Returns cents, null for the price of the offer, and undefined for what is no price. */
export function readPrice(text: string): number | null | undefined {
  if (!text.trim()) return null;
  const cents = readAmount(text);
  return cents !== null && cents >= LEAST_CENTS ? cents : undefined;
}
