import { DISPUTE_KINDS } from '@feira/schemas/procedures/disputes';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { writePeriod } from '@feira/shell-kit/period';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { Select } from 'antd';
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
      <Select
        className="list-select"
        popupMatchSelectWidth={false}
        aria-label={t('state')}
        value={shown.state ?? 'ALL'}
        onChange={(state) => onChange({ state: state === 'ALL' ? null : state })}
        options={['ALL', ...STATES[tab]].map((state) => ({
          value: state,
          label: state === 'ALL' ? t('allStates') : stateName(state),
        }))}
      />
      {tab === 'disputes' && (
        <Select
          className="list-select"
          popupMatchSelectWidth={false}
          aria-label={t('disputes.kind')}
          value={shown.kind ?? 'ALL'}
          onChange={(kind) => onChange({ kind: kind === 'ALL' ? null : kind })}
          options={(['ALL', ...DISPUTE_KINDS] as const).map((kind) => ({
            value: kind,
            label: kind === 'ALL' ? t('disputes.allKinds') : t(`disputes.kinds.${kind}`),
          }))}
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
