import type { Currency, Locale } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';

export interface NamedOffer {
  /** The last letters of the id are also the end of the checkout's address. */
  id: string;
  title: string;
  /** Cents. */
  price: number;
  coin: Currency;
  product?: { name: string };
}

const countOf = (labels: readonly string[], label: string): number => labels.filter((other) => other === label).length;

/**
 * Returns what each offer of a list is called there: its title and price, and where several read the same also the product and the end of the
 * checkout's address.
 */
export function labelOffers(offers: readonly NamedOffer[], locale: Locale): Map<string, string> {
  const details: ((offer: NamedOffer) => string | undefined)[] = [
    ({ product, title }) => (product && product.name !== title ? product.name : undefined),
    ({ id }) => `…${id.slice(-4)}`,
    ({ id }) => `…${id.slice(-12)}`,
  ];
  let labels = offers.map(({ title, price, coin }) => `${title} · ${formatCurrency(price, coin, locale)}`);
  for (const detailOf of details) {
    const before = labels;
    labels = before.map((label, index) => {
      const detail = countOf(before, label) > 1 ? detailOf(offers[index]!) : undefined;
      return detail ? `${label} · ${detail}` : label;
    });
  }
  return new Map(offers.map(({ id }, index) => [id, labels[index]!]));
}
