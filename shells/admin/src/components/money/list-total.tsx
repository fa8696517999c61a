import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './money.css';

interface ListTotalProps {
  data: { count: number; total: number; currency: Currency } | undefined;
  /** Names the records that are counted. */
  name?: 'requests' | 'debts' | 'released';
}

/** The total covers everything that matches, and not the page alone. */
export function ListTotal({ data, name = 'requests' }: ListTotalProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  if (data?.count === 0) return null;
  return (
    <p className="money-total">
      {data ? (
        <>
          {t(`counts.${name}`, { count: data.count, shown: formatCount(data.count, locale) })}{' '}
          <strong>{formatCurrency(data.total, data.currency, locale)}</strong>
        </>
      ) : (
        <Skeleton width={220} />
      )}
    </p>
  );
}
