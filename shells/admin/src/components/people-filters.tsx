import { PersonStatusSelect } from '@feira/shell-desk/people/person-status-select.tsx';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PeopleFilter } from './people-filter.ts';

interface PeopleFiltersProps {
  filter: PeopleFilter;
  onChange: ChangeFilter;
  /** The words of the search of this list; without them it says names and e-mails. */
  search?: { label: string; hint: string };
  /** Filters and links that only one of the lists has. */
  children?: ReactNode;
}

export function PeopleFilters({ filter, onChange, search, children }: PeopleFiltersProps) {
  const { t } = useTranslation(['admin', 'kit']);
  return (
    <search className="list-filters">
      <SearchInput
        value={filter.search}
        label={search?.label ?? t('people.searchLabel')}
        hint={search?.hint ?? t('people.searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
      <PersonStatusSelect
        value={filter.status}
        label={t('people.statusLabel')}
        allLabel={t('people.allStatuses')}
        onChange={(status) => onChange({ status })}
      />
      {children}
    </search>
  );
}
