import type { Currency, Locale } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { type Frequency, monthsOf } from '@feira/schemas/rules/subscription';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

/** Returns how to say what a plan costs and how often. */
export function usePriceWords(locale: Locale) {
  const { t } = useTranslation('ownSubscription');
  return (cents: number, currency: Currency, frequency: Frequency): string => {
    const amount = formatCurrency(cents, currency, locale);
    const months = monthsOf(frequency);
    if (months === null) return t('price', { amount, count: frequency.frequencyInDays });
    return months === 12 ? t('priceYear', { amount }) : t('priceMonths', { amount, count: months });
  };
}
