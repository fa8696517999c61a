import type { Input } from '@feira/schemas/procedure';
import type { listPlatformSales } from '@feira/schemas/procedures/sales';
import type { ApiError } from '@feira/shell-kit/client';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { CROWDED, useMediaQuery } from '@feira/shell-kit/use-media-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import type { Sale } from './sale.ts';
import { OWN_SALES_FILTER, SALES_FILTER } from './sales-filter.ts';
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
  const { search } = useAddress();
  const { filter, input, onChange, ...list } = useListFilter(hasSellers ? SALES_FILTER : OWN_SALES_FILTER);
  const query = useSales(input);
  // Only the first page says how many there are.
  const { after: _, ...firstPage } = input;
  const first = useSales(firstPage);
  const isNarrow = useMediaQuery(CROWDED);
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
          onChange={onChange}
        />
      }
    >
      <PagedList
        {...list}
        query={query}
        count={sales?.length}
        pagerLabel={t('pages')}
        range={<SalesCount count={first.data?.count} />}
        exports={<ExportLinks label={t('export')} path={exportPath} input={input} />}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={empty}
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
