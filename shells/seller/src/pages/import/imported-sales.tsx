import type { ImportedSaleState } from '@feira/schemas/imports';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatAmounts, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { type ImportedSale, useImportedSales } from '../../components/imports/use-imports.ts';
import { SEARCH_FILTER, SearchedList } from './searched-list.tsx';

const TONES: Record<ImportedSaleState, StatusTone> = {
  APPROVED: 'approved',
  PENDING: 'pending',
  REFUNDED: 'refunded',
  CHARGEBACK: 'chargeback',
  CANCELED: 'canceled',
  OTHER: 'canceled',
};

/** Lists sales of other platforms. They are history, and no figure counts them. */
export function ImportedSales() {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const { input, ...list } = useListFilter(SEARCH_FILTER);
  const query = useImportedSales(input);
  const columns: RecordColumn<ImportedSale>[] = [
    {
      key: 'product',
      title: t('sales.product'),
      isHead: true,
      show: ({ productName, offerTitle, externalId }) => (
        <TwoLines first={productName} second={[offerTitle, externalId].filter(Boolean).join(' · ')} />
      ),
    },
    {
      key: 'customer',
      title: t('sales.customer'),
      show: ({ name, email }) => <TwoLines first={name ?? email} second={name && email} />,
    },
    {
      key: 'amount',
      title: t('sales.amount'),
      isNumber: true,
      show: ({ amount, currency }) => formatAmounts({ amount, currency }, locale),
    },
    {
      key: 'status',
      title: t('sales.status'),
      show: ({ status, source }) => (
        <TwoLines
          first={<StatusBadge tone={TONES[status]} label={t(`sales.states.${status}`)} />}
          second={t(`sources.${source}`)}
        />
      ),
    },
    { key: 'soldAt', title: t('sales.soldAt'), show: ({ soldAt }) => formatDate(soldAt, locale) },
  ];
  return (
    <div className="import-step">
      <p className="muted">{t('sales.text')}</p>
      <SearchedList {...list} name="sales" icon="sales" query={query} columns={columns} />
    </div>
  );
}
