import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { Icon } from '@feira/shell-kit/components/icon';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { useSearchField } from '@feira/shell-kit/use-search-field';
import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH_LENGTH, type PeopleFilter } from './people-filter.ts';

interface PeopleFiltersProps {
  filter: PeopleFilter;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
  /** Filters and links that only one of the lists has. */
  children?: ReactNode;
}

export function PeopleFilters({ filter, onChange, children }: PeopleFiltersProps) {
  const { t } = useTranslation(['admin', 'kit']);
  const search = useSearchField(filter.search, (text) => onChange({ search: text || null }, true));
  return (
    <search className="list-filters">
      <Input
        className="list-search"
        type="search"
        prefix={<Icon name="search" size={18} />}
        aria-label={t('people.searchLabel')}
        placeholder={t('people.searchHint')}
        maxLength={MAX_SEARCH_LENGTH}
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        onPressEnter={search.finish}
        onBlur={search.finish}
      />
      <Select
        className="list-select"
        popupMatchSelectWidth={false}
        aria-label={t('people.statusLabel')}
        value={filter.status ?? 'ALL'}
        onChange={(status) => onChange({ status: status === 'ALL' ? null : status })}
        options={(['ALL', ...PERSON_STATUSES] as const).map((status) => ({
          value: status,
          label: status === 'ALL' ? t('people.allStatuses') : t(`kit:activeStatus.${status}`),
        }))}
      />
      {children}
    </search>
  );
}
