import type { Currency } from '@feira/schemas/common';
import type { RouteConditions } from '@feira/schemas/procedures/routing';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';

/** Describes conditions in a few words, such as "de R$ 10,00 a R$ 500,00; Visa, Elo"; returns nothing where there are none. */
export function useConditionWords(currency: Currency): (conditions: RouteConditions) => string {
  const { t } = useTranslation('routes');
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const range = (kind: 'amount' | 'installments', min: string | undefined, max: string | undefined) => {
    if (min !== undefined && max !== undefined) return t(`said.${kind}Between`, { min, max });
    if (min !== undefined) return t(`said.${kind}From`, { min });
    return max === undefined ? '' : t(`said.${kind}To`, { max });
  };
  const write = <V>(value: V | undefined, to: (value: V) => string) => (value === undefined ? undefined : to(value));
  return ({ minAmount, maxAmount, minInstallments, maxInstallments, cardBrands = [], offerIds = [] }) =>
    [
      range('amount', write(minAmount, money), write(maxAmount, money)),
      range('installments', write(minInstallments, String), write(maxInstallments, String)),
      cardBrands.map((brand) => t(`brands.${brand}`)).join(', '),
      offerIds.length > 0 ? t('said.offers', { count: offerIds.length }) : '',
    ]
      .filter(Boolean)
      .join('; ');
}
