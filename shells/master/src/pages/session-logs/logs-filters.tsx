import { AUDIT_EVENTS } from '@feira/schemas/procedures/audit';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { writePeriod } from '@feira/shell-kit/period';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { PlatformSelect } from '../../components/platform-select.tsx';
import type { LogsFilter } from './logs-filter.ts';

const GROUPS = [...new Set(AUDIT_EVENTS.map((type) => type.split('.')[0]!))];

interface LogsFiltersProps {
  filter: LogsFilter;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

export function LogsFilters({ filter, onChange }: LogsFiltersProps) {
  const { t } = useTranslation('master');
  return (
    <search className="list-filters">
      <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
      <PlatformSelect platformId={filter.platformId} onChange={(platform) => onChange({ platform })} />
      <Select
        className="list-select"
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('logs.type')}
        value={filter.type ?? 'ALL'}
        onChange={(type) => onChange({ type: type === 'ALL' ? null : type })}
        options={[
          { value: 'ALL', label: t('logs.allTypes') },
          ...GROUPS.map((group) => ({
            label: t(`logs.groups.${group}` as never),
            options: AUDIT_EVENTS.filter((type) => type.startsWith(`${group}.`)).map((type) => ({
              value: type,
              label: t(`logs.events.${type}`),
            })),
          })),
        ]}
      />
      <SearchInput
        value={filter.search}
        label={t('logs.searchLabel')}
        hint={t('logs.searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}
