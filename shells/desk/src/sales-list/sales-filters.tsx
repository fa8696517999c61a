import { PAYMENT_METHODS } from '@feira/schemas/common';
import { SALE_STATUS_FILTERS } from '@feira/schemas/options';
import { writePeriod } from '@feira/shell-kit/period';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import type { SalesFilter } from './sales-filter.ts';

interface Choice {
  value: string;
  label: string;
}

interface SalesFiltersProps {
  filter: SalesFilter;
  /** The products to choose from. */
  products: Choice[];
  /** The name of the seller whose sales alone are shown; undefined where no sale tells it. */
  sellerName: string | undefined;
  onChange: ChangeFilter;
}

/** Period, status, method, product, seller and search of a list of sales, in the address. */
export function SalesFilters({ filter, products, sellerName, onChange }: SalesFiltersProps) {
  const { t } = useTranslation(['salesList', 'kit']);
  const { period, status, method, productId, sellerId, search } = filter;
  const select = (name: string, label: string, value: string | null, all: string, choices: Choice[]) => (
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
  // The person can remove a product that stands in the address, whether its name is known or not.
  const isKnown = !productId || products.some(({ value }) => value === productId);
  const shownProducts = isKnown ? products : [...products, { value: productId, label: t('oneProduct') }];
  return (
    <search className="list-filters">
      <PeriodFilter hasAll choice={period} onChange={(next) => onChange(writePeriod(next))} />
      {select(
        'status',
        t('status'),
        status === 'ALL' ? null : status,
        t('allStatuses'),
        SALE_STATUS_FILTERS.filter((value) => value !== 'ALL').map((value) => ({
          value,
          label: t(`kit:status.${value}`),
        })),
      )}
      {select(
        'method',
        t('method'),
        method,
        t('allMethods'),
        PAYMENT_METHODS.map((value) => ({ value, label: t(`kit:method.${value}`) })),
      )}
      {shownProducts.length > 0 && select('product', t('product'), productId, t('allProducts'), shownProducts)}
      {sellerId &&
        select('seller', t('seller'), sellerId, t('allSellers'), [
          { value: sellerId, label: sellerName ?? t('oneSeller') },
        ])}
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
