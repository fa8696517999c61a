import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { Icon } from '@feira/shell-kit/components/icon';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { useSearchField } from '@feira/shell-kit/use-search-field';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { PlatformSelect } from '../../components/platform-select.tsx';
import { type AdministratorsFilter, MAX_SEARCH_LENGTH } from './administrators-filter.ts';

interface AdministratorsFiltersProps {
  filter: AdministratorsFilter;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

export function AdministratorsFilters({ filter, onChange }: AdministratorsFiltersProps) {
  const { t } = useTranslation(['master', 'kit']);
  const search = useSearchField(filter.search, (text) => onChange({ search: text || null }, true));
  return (
    <search className="list-filters">
      <PlatformSelect platformId={filter.platformId} onChange={(platform) => onChange({ platform })} />
      <Select
        className="list-select"
        popupMatchSelectWidth={false}
        aria-label={t('administrators.status')}
        value={filter.status ?? 'ALL'}
        onChange={(status) => onChange({ status: status === 'ALL' ? null : status })}
        options={(['ALL', ...PERSON_STATUSES] as const).map((status) => ({
          value: status,
          label: status === 'ALL' ? t('administrators.allStatuses') : t(`kit:activeStatus.${status}`),
        }))}
      />
      <Input
        className="list-search"
        type="search"
        prefix={<Icon name="search" size={18} />}
        aria-label={t('administrators.searchLabel')}
        placeholder={t('administrators.searchHint')}
        maxLength={MAX_SEARCH_LENGTH}
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        onPressEnter={search.finish}
        onBlur={search.finish}
      />
    </search>
  );
}
