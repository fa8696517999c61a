import { PersonStatusSelect } from '@feira/shell-desk/people/person-status-select.tsx';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { PlatformSelect } from '../../components/platform-select.tsx';
import type { AdministratorsFilter } from './administrators-filter.ts';

interface AdministratorsFiltersProps {
  filter: AdministratorsFilter;
  onChange: ChangeFilter;
}

export function AdministratorsFilters({ filter, onChange }: AdministratorsFiltersProps) {
  const { t } = useTranslation(['master', 'kit']);
  return (
    <search className="list-filters">
      <PlatformSelect platformId={filter.platformId} onChange={(platform) => onChange({ platform })} />
      <PersonStatusSelect
        value={filter.status}
        label={t('administrators.status')}
        allLabel={t('administrators.allStatuses')}
        onChange={(status) => onChange({ status })}
      />
      <SearchInput
        value={filter.search}
        label={t('administrators.searchLabel')}
        hint={t('administrators.searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}
