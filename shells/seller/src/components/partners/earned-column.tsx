import { formatCurrency } from '@feira/schemas/rules/currency';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Affiliation } from './use-partners.ts';

type Earning = Pick<Affiliation, 'earned'>;

/** Shows the commission of an affiliation in the chosen days. */
export function useEarnedColumn(): RecordColumn<Earning> {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  return {
    key: 'earned',
    title: t('earned.title'),
    isNumber: true,
    show: ({ earned: { commission, currency, sales } }) => (
      <TwoLines
        first={<strong>{formatCurrency(commission, currency, locale)}</strong>}
        second={t('earned.sales', { count: sales })}
      />
    ),
  };
}
