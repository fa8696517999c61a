import type { Currency } from '../src/common.ts';
import type { PlatformSettings } from '../src/platform.ts';

/** A sum of a rule: cents in the platform's currency, and in others as far as they were set. */
export interface GivenAmount {
  currency: Currency;
  amount: number;
  abroad?: Partial<Record<Currency, number>> | undefined;
}

/** Cents of a rule in a currency; null where none were set in it: the same number of another currency's cents is other money. */
export const amountIn = (currency: Currency, given: GivenAmount): number | null =>
  currency === given.currency ? given.amount : (given.abroad?.[currency] ?? null);

/** Cents of the platform's smallest installment in a currency; 0 where it set none there. */
export const minimumInstallmentIn = (
  coin: Currency,
  { currency, installments }: Pick<PlatformSettings, 'currency' | 'installments'>,
): number => {
  const { minimumInstallment: amount, minimumInstallmentAbroad: abroad } = installments;
  return amountIn(coin, { currency, amount, abroad }) ?? 0;
};
