import type { Currency } from '@feira/schemas/common';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { type PeriodChoice, writePeriod } from '@feira/shell-kit/period';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrencySelect } from '../currency-select.tsx';
import './add-texts.ts';
import './money.css';

interface MoneyFiltersProps<S extends string> {
  /** A list without amounts has no currency, and a list of the present no days. */
  filter: { search: string; period?: PeriodChoice; state?: S | null; currency?: Currency | null };
  /** The page leaves this out where everything listed has the same kind. */
  states?: readonly { value: S; label: string }[];
  /** Names the choice of all states. */
  allLabel?: string;
  /** The currency of the list. */
  currency?: Currency | undefined;
  /** Says whether "all days" is a choice. */
  hasAllDays?: boolean;
  onChange: ChangeFilter;
  children?: ReactNode;
}

export function MoneyFilters<S extends string>(props: MoneyFiltersProps<S>) {
  const { filter, states, allLabel, hasAllDays = true, onChange, children } = props;
  const { t } = useTranslation('adminMoney');
  return (
    <search className="list-filters">
      {filter.period && (
        <PeriodFilter hasAll={hasAllDays} choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
      )}
      {states && (
        <SelectBox
          label={t('state')}
          options={states}
          getValue={(state) => state.value}
          displayValue={(state) => state.label}
          value={filter.state ?? null}
          onChange={(state) => onChange({ state })}
          allLabel={allLabel ?? t('allStates')}
        />
      )}
      {children}
      {filter.currency !== undefined && (
        <CurrencySelect
          label={t('currency')}
          value={filter.currency ?? props.currency}
          onChange={(chosen) => onChange({ currency: chosen })}
        />
      )}
      <SearchInput
        value={filter.search}
        label={t('searchLabel')}
        hint={t('searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}
