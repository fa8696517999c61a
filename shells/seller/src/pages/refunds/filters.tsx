import { DISPUTE_KINDS } from '@feira/schemas/procedures/disputes';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { type PeriodChoice, writePeriod } from '@feira/shell-kit/period';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import type { REFUND_TABS } from './refunds-address.ts';

interface FiltersProps<S extends string> {
  tab: (typeof REFUND_TABS)[number];
  /** Only what the list of the tab can be filtered by. */
  filter: { period?: PeriodChoice; search?: string; state: S | null; kind?: (typeof DISPUTE_KINDS)[number] | null };
  states: readonly S[];
  onChange: ChangeFilter;
}

/** The filters of a tab's list. */
export function Filters<S extends string>({ tab, filter, states, onChange }: FiltersProps<S>) {
  const { t } = useTranslation('refunds');
  return (
    <search className="list-filters">
      {filter.period && <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />}
      <FilterSelect
        name="state"
        label={t('state')}
        all={t('allStates')}
        choices={states.map((value) => ({ value, label: t(`states.${tab}.${value}` as 'states.refunds.DONE') }))}
        value={filter.state}
        onChange={onChange}
      />
      {filter.kind !== undefined && (
        <FilterSelect
          name="kind"
          label={t('disputes.kind')}
          all={t('disputes.allKinds')}
          choices={DISPUTE_KINDS.map((value) => ({ value, label: t(`disputes.kinds.${value}`) }))}
          value={filter.kind}
          onChange={onChange}
        />
      )}
      {filter.search !== undefined && (
        <SearchInput
          value={filter.search}
          label={t('searchLabel')}
          hint={t('searchHint')}
          onSearch={(text) => onChange({ search: text || null }, true)}
        />
      )}
    </search>
  );
}
