import { formatCurrency } from '@feira/schemas/rules/currency';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import type { FilterOf } from '@feira/shell-kit/filter';
import { useHost } from '@feira/shell-kit/host-context';
import { writePeriod } from '@feira/shell-kit/period';
import { useAddress } from '@feira/shell-kit/use-address';
import { type ChangeFilter, useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { CartList } from './cart-list.tsx';
import { CART_CHOICES, CART_FILTER, toCartsInput } from './carts-filter.ts';
import { useCarts, useProducts } from './use-carts.ts';

interface Sum {
  currency: 'BRL' | 'EUR' | 'USD';
  amount: number;
  count: number;
}

/** Lists abandoned carts with filters, what is at stake, and downloads. */
export function CartsTab() {
  const { t } = useTranslation('carts');
  const { change } = useAddress();
  const { filter, input, onChange, ...list } = useListFilter(CART_FILTER);
  const asked = toCartsInput(input);
  const query = useCarts(asked);
  const { data } = query;
  const isNothing = data?.items.length === 0 && !list.isFiltered && !list.pages.after;
  return (
    <>
      {!isNothing && <Sums atStake={data?.atStake} recovered={data?.recovered} />}
      {!isNothing && <Filters filter={filter} onChange={onChange} />}
      <PagedList
        {...list}
        query={query}
        count={data?.items.length}
        pagerLabel={t('pages')}
        exports={<ExportLinks label={t('export')} path="/exports/abandoned-carts" input={asked} />}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={
          <EmptyState icon="bag" title={t('emptyTitle')} text={t('emptyText')}>
            <button type="button" className="button button-primary" onClick={() => change({ tab: 'recovery' })}>
              {t('setUp')}
            </button>
          </EmptyState>
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
  filter: FilterOf<typeof CART_FILTER>;
  onChange: ChangeFilter;
}

function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('carts');
  const products = useProducts() ?? [];
  return (
    <search className="list-filters">
      <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
      <FilterSelect
        name="state"
        label={t('state')}
        all={t('allStates')}
        choices={CART_CHOICES.map((value) => ({ value, label: t(`states.${value}`) }))}
        value={filter.state}
        onChange={onChange}
      />
      {products.length > 1 && (
        <FilterSelect
          name="product"
          label={t('product')}
          all={t('allProducts')}
          choices={products}
          value={filter.productId}
          onChange={onChange}
        />
      )}
      <SearchInput
        value={filter.search}
        label={t('searchLabel')}
        hint={t('searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}
