import { PAYMENT_METHODS } from '@feira/schemas/common';
import { SALE_STATUS_FILTERS } from '@feira/schemas/options';
import { writePeriod } from '@feira/shell-kit/period';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { type FilterChoice, FilterSelect } from '@feira/shell-kit/components/filter-select';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import type { SalesFilter } from './sales-filter.ts';

interface SalesFiltersProps {
  filter: SalesFilter;
  /** The products to choose from. */
  products: FilterChoice[];
  /** The name of the seller whose sales alone are shown; undefined where no sale tells it. */
  sellerName: string | undefined;
  onChange: ChangeFilter;
}

/** Period, status, method, product, seller and search of a list of sales, in the address. */
export function SalesFilters({ filter, products, sellerName, onChange }: SalesFiltersProps) {
  const { t } = useTranslation(['salesList', 'kit']);
  const { period, status, method, productId, sellerId, search } = filter;
  return (
    <search className="list-filters">
      <PeriodFilter hasAll choice={period} onChange={(next) => onChange(writePeriod(next))} />
      <FilterSelect
        name="status"
        label={t('status')}
        all={t('allStatuses')}
        choices={SALE_STATUS_FILTERS.filter((value) => value !== 'ALL').map((value) => ({
          value,
          label: t(`kit:status.${value}`),
        }))}
        value={status === 'ALL' ? null : status}
        onChange={onChange}
      />
      <FilterSelect
        name="method"
        label={t('method')}
        all={t('allMethods')}
        choices={PAYMENT_METHODS.map((value) => ({ value, label: t(`kit:method.${value}`) }))}
        value={method}
        onChange={onChange}
      />
      <FilterSelect
        name="product"
        label={t('product')}
        all={t('allProducts')}
        choices={products}
        unknown={t('oneProduct')}
        value={productId}
        onChange={onChange}
      />
      <FilterSelect
        name="seller"
        label={t('seller')}
        all={t('allSellers')}
        choices={[]}
        unknown={sellerName ?? t('oneSeller')}
        value={sellerId}
        onChange={onChange}
      />
      <SearchInput
        value={search}
        label={t('searchLabel')}
        hint={t('searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
      <p className="muted sales-hint">{t('searchText')}</p>
    </search>
  );
}
