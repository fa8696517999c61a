import { PAYMENT_METHODS } from '@feira/schemas/common';
import { SALE_STATUS_FILTERS } from '@feira/schemas/options';
import { Icon } from '@feira/shell-kit/components/icon';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { writePeriod } from '@feira/shell-kit/period';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { useSearchField } from '@feira/shell-kit/use-search-field';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH_LENGTH, type SalesFilter } from './sales-filter.ts';

/** All choices at once, without scrolling. */
const LIST_HEIGHT = 320;

interface SalesFiltersProps {
  filter: SalesFilter;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

export function SalesFilters({ filter, onChange }: SalesFiltersProps) {
  const { t } = useTranslation(['seller', 'kit']);
  const search = useSearchField(filter.search, (text) => onChange({ search: text || null }, true));
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
      <Input
        className="sales-search"
        type="search"
        prefix={<Icon name="search" size={18} />}
        aria-label={t('sales.searchLabel')}
        placeholder={t('sales.searchHint')}
        maxLength={MAX_SEARCH_LENGTH}
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        onPressEnter={search.finish}
        onBlur={search.finish}
      />
    </search>
  );
}
