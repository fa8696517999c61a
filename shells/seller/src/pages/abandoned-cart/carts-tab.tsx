import { formatCurrency } from '@feira/schemas/rules/currency';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { useHost } from '@feira/shell-kit/host-context';
import { writePeriod } from '@feira/shell-kit/period';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { CartList } from './cart-list.tsx';
import { CART_CHOICES, type CartsFilter, isFiltered, NO_FILTER, readFilter, toCartsInput } from './carts-filter.ts';
import { useCarts, useProducts } from './use-carts.ts';

const PAGE_SIZE = 20;

interface Sum {
  currency: 'BRL' | 'EUR' | 'USD';
  amount: number;
  count: number;
}

/** Lists abandoned carts with filters, what is at stake, and downloads. */
export function CartsTab() {
  const { t } = useTranslation('carts');
  const { search, change } = useAddress();
  const filter = readFilter(search);
  const pages = usePages();
  const query = useCarts({ ...toCartsInput(filter), limit: PAGE_SIZE, ...(pages.after && { after: pages.after }) });
  const { data } = query;
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  const isNothing = data?.items.length === 0 && !isFiltered(filter) && !pages.after;
  return (
    <>
      {!isNothing && <Sums atStake={data?.atStake} recovered={data?.recovered} />}
      {!isNothing && <Filters filter={filter} onChange={changeFilter} />}
      <PagedList
        query={query}
        pages={pages}
        count={data?.items.length}
        pagerLabel={t('pages')}
        exports={<Exports filter={filter} />}
        empty={
          isFiltered(filter) ? (
            <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
              <button type="button" className="button" onClick={() => changeFilter(NO_FILTER)}>
                {t('clearFilters')}
              </button>
            </EmptyState>
          ) : (
            <EmptyState icon="bag" title={t('emptyTitle')} text={t('emptyText')}>
              <button type="button" className="button button-primary" onClick={() => change({ tab: 'recovery' })}>
                {t('setUp')}
              </button>
            </EmptyState>
          )
        }
      >
        <CartList carts={data?.items} />
      </PagedList>
    </>
  );
}

/** Amounts of several currencies stand beside each other. */
function Sums({ atStake, recovered }: { atStake: Sum[] | undefined; recovered: Sum[] | undefined }) {
  const { t } = useTranslation('carts');
  const { locale } = useHost();
  const amountOf = (sums: Sum[] | undefined) =>
    sums &&
    (sums.length > 0 ? sums : [{ currency: 'BRL', amount: 0, count: 0 } as const])
      .map(({ amount, currency }) => formatCurrency(amount, currency, locale))
      .join(' · ');
  const countOf = (sums: Sum[] | undefined) => sums?.reduce((total, { count }) => total + count, 0) ?? 0;
  return (
    <FigureList label={t('figures')}>
      <Figure isMain label={t('atStake')} value={amountOf(atStake)} note={t('open', { count: countOf(atStake) })} />
      <Figure label={t('recovered')} value={amountOf(recovered)} note={t('paid', { count: countOf(recovered) })} />
    </FigureList>
  );
}

interface FiltersProps {
  filter: CartsFilter;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('carts');
  const products = useProducts() ?? [];
  const select = (
    name: string,
    label: string,
    value: string | null,
    all: string,
    choices: { value: string; label: string }[],
  ) => (
    <SelectBox
      label={label}
      options={choices}
      getValue={(choice) => choice.value}
      displayValue={(choice) => choice.label}
      value={value}
      onChange={(chosen) => onChange({ [name]: chosen })}
      allLabel={all}
    />
  );
  return (
    <search className="list-filters">
      <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
      {select(
        'state',
        t('state'),
        filter.state,
        t('allStates'),
        CART_CHOICES.map((value) => ({ value, label: t(`states.${value}`) })),
      )}
      {products.length > 1 && select('product', t('product'), filter.productId, t('allProducts'), products)}
      <SearchInput
        value={filter.search}
        label={t('searchLabel')}
        hint={t('searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}

/** Downloads the carts of the filter, however many. */
function Exports({ filter }: { filter: CartsFilter }) {
  const { t } = useTranslation('carts');
  const { locale } = useHost();
  const input = Object.entries(toCartsInput(filter)).map(([name, value]) => [name, String(value)]);
  return (
    <ExportLinks
      label={t('export')}
      addressOf={(format) =>
        `/exports/abandoned-carts?${new URLSearchParams([...input, ['format', format], ['lang', locale]])}`
      }
    />
  );
}
