import { WEBHOOK_SEARCH_DAYS, WEBHOOK_STATES } from '@feira/schemas/procedures/webhooks';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import { CheckField } from '@feira/shell-kit/components/form-fields';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { writePeriod } from '@feira/shell-kit/period';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { PlatformSelect } from '../../components/platform-select.tsx';
import type { LogsFilter } from './logs-filter.ts';
import { useConnectionNames } from './use-webhooks.ts';

interface LogsFiltersProps {
  filter: LogsFilter;
  onChange: ChangeFilter;
}

export function LogsFilters({ filter, onChange }: LogsFiltersProps) {
  const { t } = useTranslation('webhookLogs');
  const isReceived = 'state' in filter;
  return (
    <search className="list-filters">
      <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
      <PlatformSelect
        platformId={filter.platformId}
        onChange={(platform) => onChange({ platform, connection: null })}
      />
      <ConnectionSelect filter={filter} onChange={onChange} />
      {isReceived && (
        <FilterSelect
          name="state"
          label={t('state')}
          all={t('allStates')}
          choices={WEBHOOK_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
          value={filter.state}
          onChange={onChange}
        />
      )}
      <SearchInput
        value={filter.search}
        label={t(isReceived ? 'searchEvents' : 'searchCalls')}
        hint={t(isReceived ? 'searchEventsHint' : 'searchCallsHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
      {'isFailed' in filter && (
        <CheckField
          isSwitch
          label={t('onlyFailed')}
          isChecked={filter.isFailed}
          onChange={(isFailed) => onChange({ failed: isFailed ? '1' : null })}
        />
      )}
      {filter.search.trim() !== '' && (
        <p className="muted webhook-bound">{t('searchBound', { count: WEBHOOK_SEARCH_DAYS })}</p>
      )}
    </search>
  );
}

/** The choice is hidden where there is only one. */
function ConnectionSelect({ filter, onChange }: LogsFiltersProps) {
  const { t } = useTranslation('webhookLogs');
  const connections = useConnectionNames(filter.platformId);
  if (connections.length < 2 && !filter.connectionId) return null;
  return (
    <SelectBox
      isSearchable
      label={t('connection')}
      options={connections}
      getValue={({ id }) => id}
      displayValue={({ name }) => name}
      value={filter.connectionId}
      onChange={(connection) => onChange({ connection })}
      allLabel={t('allConnections')}
    />
  );
}
