import type { ImportedSaleState } from '@feira/schemas/imports';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatAmounts, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { type ImportedSale, useImportedSales } from '../../components/imports/use-imports.ts';

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
  const { search, change } = useAddress();
  const typed = search.get('search') ?? '';
  const pages = usePages();
  const query = useImportedSales(typed, pages.after);
  const items = query.data?.items;
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
      <SearchInput
        label={t('sales.search')}
        hint={t('sales.search')}
        value={typed}
        onSearch={(value) => change({ search: value, after: null }, { isReplaced: true })}
      />
      <PagedList
        query={query}
        pages={pages}
        count={items?.length}
        pagerLabel={t('sales.pages')}
        empty={
          <EmptyState
            icon={typed ? 'search' : 'sales'}
            title={t(typed ? 'sales.noMatch' : 'sales.empty')}
            text={t('sales.emptyText')}
          />
        }
      >
        <RecordList label={t('tabs.sales')} columns={columns} records={items} keyOf={({ id }) => id} />
      </PagedList>
    </div>
  );
}
