import { PAYMENT_METHODS } from '@feira/schemas/common';
import { SALE_STATUS_FILTERS } from '@feira/schemas/options';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { writePeriod } from '@feira/shell-kit/period';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SalesFilter } from './sales-filter.ts';

/** Shows all choices at once, without scrolling. */
const LIST_HEIGHT = 320;

interface SalesFiltersProps {
  filter: SalesFilter;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

export function SalesFilters({ filter, onChange }: SalesFiltersProps) {
  const { t } = useTranslation(['seller', 'kit']);
  const { period } = filter;
  return (
    <search className="sales-filters">
      <PeriodFilter hasAll choice={period} onChange={(next) => onChange(writePeriod(next))} />
      <Select
        className="sales-select"
        listHeight={LIST_HEIGHT}
        popupMatchSelectWidth={false}
        aria-label={t('sales.status')}
        value={filter.status}
        onChange={(status) => onChange({ status: status === 'ALL' ? null : status })}
        options={SALE_STATUS_FILTERS.map((status) => ({
          value: status,
          label: status === 'ALL' ? t('sales.allStatuses') : t(`kit:status.${status}`),
        }))}
      />
      <Select
        className="sales-select"
        listHeight={LIST_HEIGHT}
        popupMatchSelectWidth={false}
        aria-label={t('sales.method')}
        value={filter.method ?? 'ALL'}
        onChange={(method) => onChange({ method: method === 'ALL' ? null : method })}
        options={(['ALL', ...PAYMENT_METHODS] as const).map((method) => ({
          value: method,
          label: method === 'ALL' ? t('sales.allMethods') : t(`kit:method.${method}`),
        }))}
      />
      <SearchInput
        className="sales-search"
        value={filter.search}
        label={t('sales.searchLabel')}
        hint={t('sales.searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}
