import { DISPUTE_KINDS } from '@feira/schemas/procedures/disputes';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { writePeriod } from '@feira/shell-kit/period';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { type RefundsShown, STATES } from './refunds-address.ts';

interface FiltersProps {
  shown: RefundsShown;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

/** The filters of a tab's list. */
export function Filters({ shown, onChange }: FiltersProps) {
  const { t } = useTranslation('refunds');
  const { tab } = shown;
  const stateName = (state: string) => t(`states.${tab}.${state}` as 'states.refunds.DONE');
  return (
    <search className="list-filters">
      {tab !== 'requests' && (
        <PeriodFilter hasAll choice={shown.period} onChange={(next) => onChange(writePeriod(next))} />
      )}
      <SelectBox
        label={t('state')}
        options={STATES[tab]}
        getValue={(state) => state}
        displayValue={stateName}
        value={shown.state}
        onChange={(state) => onChange({ state })}
        allLabel={t('allStates')}
      />
      {tab === 'disputes' && (
        <SelectBox
          label={t('disputes.kind')}
          options={DISPUTE_KINDS}
          getValue={(kind) => kind}
          displayValue={(kind) => t(`disputes.kinds.${kind}`)}
          value={shown.kind}
          onChange={(kind) => onChange({ kind })}
          allLabel={t('disputes.allKinds')}
        />
      )}
      {tab !== 'requests' && (
        <SearchInput
          value={shown.search}
          label={t('searchLabel')}
          hint={t('searchHint')}
          onSearch={(text) => onChange({ search: text || null }, true)}
        />
      )}
    </search>
  );
}
