import type { Currency } from '@feira/schemas/common';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { writePeriod } from '@feira/shell-kit/period';
import type { AddressChange } from '@feira/shell-kit/use-address';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrencySelect } from '../currency-select.tsx';
import './add-texts.ts';
import './money.css';
import type { MoneyFilter } from './money-filter.ts';

interface MoneyFiltersProps<S extends string> {
  filter: MoneyFilter<S>;
  /** The page leaves this out where everything listed has the same kind. */
  states?: readonly { value: S; label: string }[];
  /** Names the choice of all states. */
  allLabel?: string;
  /** The currency of the list; the page leaves it out where the list has no amounts. */
  currency?: Currency | undefined;
  hasCurrency?: boolean;
  /** The page leaves this out where the list shows the present, which days do not narrow. */
  hasPeriod?: boolean;
  /** Says whether "all days" is a choice. */
  hasAllDays?: boolean;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
  children?: ReactNode;
}

export function MoneyFilters<S extends string>(props: MoneyFiltersProps<S>) {
  const {
    filter,
    states,
    allLabel,
    hasPeriod = true,
    hasAllDays = true,
    hasCurrency = true,
    onChange,
    children,
  } = props;
  const { t } = useTranslation('adminMoney');
  return (
    <search className="list-filters">
      {hasPeriod && (
        <PeriodFilter hasAll={hasAllDays} choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
      )}
      {states && (
        <SelectBox
          label={t('state')}
          options={states}
          getValue={(state) => state.value}
          displayValue={(state) => state.label}
          value={filter.state}
          onChange={(state) => onChange({ state })}
          allLabel={allLabel ?? t('allStates')}
        />
      )}
      {children}
      {hasCurrency && (
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
