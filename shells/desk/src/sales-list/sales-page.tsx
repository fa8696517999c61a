import type { Input } from '@feira/schemas/procedure';
import type { listPlatformSales } from '@feira/schemas/procedures/sales';
import type { ApiError } from '@feira/shell-kit/client';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { CROWDED, useMediaQuery } from '@feira/shell-kit/use-media-query';
import { usePages } from '@feira/shell-kit/use-pages';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import type { Sale } from './sale.ts';
import { SalesExports } from './sales-exports.tsx';
import { isFiltered, NO_FILTER, readFilter, toListInput } from './sales-filter.ts';
import { SalesFilters } from './sales-filters.tsx';
import { SalesLines } from './sales-lines.tsx';
import './sales-list.css';
import { SalesTable } from './sales-table.tsx';

interface SalesQuery {
  data: { sales: Sale[]; next: string | null; count: number | null } | undefined;
  error: ApiError | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface SalesPageProps {
  title: string;
  useSales: (input: Input<typeof listPlatformSales>) => SalesQuery;
  /** The address of the page, above each sale's own. */
  path: string;
  /** The address of the download. */
  exportPath: string;
  /** True for a list across sellers: it names them, and narrows to one. */
  hasSellers?: boolean;
  /** The products to filter by; undefined while they load. */
  products?: { value: string; label: string }[] | undefined;
  /** Replaces a list without any sale. */
  empty: ReactNode;
  showActions?: (sale: Sale) => ReactNode;
}

/** The server counts so far. */
const MOST_COUNTED = 1_000;
const NO_PRODUCTS: never[] = [];

/** Lists sales with filters, search and downloads: those of one seller, or of all. */
export function SalesPage(props: SalesPageProps) {
  const { title, useSales, path, exportPath, hasSellers = false, products = NO_PRODUCTS, empty, showActions } = props;
  const { t } = useTranslation('salesList');
  const { search, change } = useAddress();
  const filter = readFilter(search, hasSellers);
  const pages = usePages();
  const query = useSales(toListInput(filter, pages.after));
  // Only the first page says how many there are.
  const first = useSales(toListInput(filter, null));
  const isNarrow = useMediaQuery(CROWDED);

  // A changed filter begins at the first page.
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  const toSeller = (sellerId: string) => {
    const next = new URLSearchParams(search);
    next.set('seller', sellerId);
    next.delete('after');
    return `${path}?${next}`;
  };
  const sales = query.data?.sales;
  return (
    <PageFrame
      title={title}
      filters={
        <SalesFilters
          filter={filter}
          products={products}
          sellerName={sales?.find(({ sellerId }) => sellerId === filter.sellerId)?.sellerName}
          onChange={changeFilter}
        />
      }
    >
      <PagedList
        query={query}
        pages={pages}
        count={sales?.length}
        pagerLabel={t('pages')}
        range={<SalesCount count={first.data?.count} />}
        exports={<SalesExports path={exportPath} filter={filter} />}
        empty={
          isFiltered(filter) ? (
            <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
              <button type="button" className="button" onClick={() => changeFilter(NO_FILTER)}>
                {t('clearFilters')}
              </button>
            </EmptyState>
          ) : (
            empty
          )
        }
      >
        {isNarrow ? (
          <SalesLines title={title} sales={sales} path={path} />
        ) : (
          <SalesTable
            title={title}
            sales={sales}
            path={path}
            toSeller={hasSellers ? toSeller : undefined}
            showActions={showActions}
          />
        )}
      </PagedList>
    </PageFrame>
  );
}

/** Null: more than the server counts. */
function SalesCount({ count }: { count: number | null | undefined }) {
  const { t } = useTranslation('salesList');
  const { locale } = useHost();
  if (count === undefined) return null;
  return count === null
    ? t('countOver', { number: formatCount(MOST_COUNTED, locale) })
    : t('count', { count, number: formatCount(count, locale) });
}
