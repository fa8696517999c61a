import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageFrame } from '@feira/shell-kit/components/page-frame';
import { Pager } from '@feira/shell-kit/components/pager';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { CROWDED, useMediaQuery } from '@feira/shell-kit/use-media-query';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { NothingSold } from '../../components/nothing-sold.tsx';
import './my-sales.css';
import { SalesCards } from './sales-cards.tsx';
import { isFiltered, NO_FILTER, readFilter } from './sales-filter.ts';
import { SalesFilters } from './sales-filters.tsx';
import { SalesTable } from './sales-table.tsx';
import { useSales } from './use-sales.ts';

export default function MySalesPage() {
  const { t } = useTranslation('seller');
  const { search, change } = useAddress();
  const filter = readFilter(search);
  const pages = usePages();
  const { data, error, isPlaceholderData, refetch } = useSales(filter, pages.after);
  const isNarrow = useMediaQuery(CROWDED);

  // A changed filter begins at the first page.
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  const hasFailed = error && (!data || isPlaceholderData);
  const isEmpty = data?.sales.length === 0 && !isPlaceholderData;
  const clear = (
    <button type="button" className="button" onClick={() => changeFilter(NO_FILTER)}>
      {t('sales.clearFilters')}
    </button>
  );
  return (
    <PageFrame title={t('sales.title')} filters={<SalesFilters filter={filter} onChange={changeFilter} />}>
      {hasFailed && <LoadError error={error} onRetry={refetch} />}
      {isEmpty && isFiltered(filter) && (
        <EmptyState icon="search" title={t('sales.noMatchTitle')} text={t('sales.noMatchText')}>
          {clear}
        </EmptyState>
      )}
      {isEmpty && !isFiltered(filter) && <NothingSold title={t('sales.emptyTitle')} />}
      {!hasFailed && !isEmpty && (
        <div aria-busy={!data || isPlaceholderData} className={isPlaceholderData ? 'sales-old' : undefined}>
          {isNarrow ? <SalesCards sales={data?.sales} /> : <SalesTable sales={data?.sales} />}
        </div>
      )}
      {data && !isEmpty && !hasFailed && (pages.after || data.next) && (
        <Pager
          label={t('sales.pages')}
          isPreviousFirst={pages.isBackUnknown}
          onPrevious={pages.after ? pages.goBack : undefined}
          onNext={data.next && !isPlaceholderData ? () => pages.goOn(data.next!) : undefined}
        />
      )}
    </PageFrame>
  );
}
