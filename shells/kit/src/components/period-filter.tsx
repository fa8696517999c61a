import { DATE_RANGE_DAYS } from '@feira/schemas/options';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findToday, type PeriodChoice, toPeriod } from '../period.ts';
import { RangeFields } from './range-fields.tsx';

interface PeriodFilterProps {
  choice: PeriodChoice;
  /** Says whether "all" is a choice here. */
  hasAll?: boolean;
  onChange: (choice: PeriodChoice) => void;
}

/** Offers the most common periods, and any range of days. */
export function PeriodFilter({ choice, hasAll = false, onChange }: PeriodFilterProps) {
  const { t } = useTranslation('kit');
  const [isOpen, setIsOpen] = useState(choice.kind === 'range');
  const isRange = isOpen || choice.kind === 'range';
  const choose = (next: PeriodChoice) => {
    setIsOpen(false);
    onChange(next);
  };
  const option = (label: string, isPressed: boolean, onClick: () => void) => (
    <button key={label} type="button" className="segment" aria-pressed={isPressed} onClick={onClick}>
      {label}
    </button>
  );
  const shown = choice.kind === 'all' ? { from: findToday(), to: findToday() } : toPeriod(choice);
  return (
    <div className="period">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row of segments in every browser. */}
      <div className="segments" role="group" aria-label={t('period')}>
        {hasAll && option(t('allTime'), !isRange && choice.kind === 'all', () => choose({ kind: 'all' }))}
        {DATE_RANGE_DAYS.map((days) =>
          option(
            days === 0 ? t('today') : t('days', { count: days }),
            !isRange && choice.kind === 'days' && choice.days === days,
            () => choose({ kind: 'days', days }),
          ),
        )}
        {option(t('otherPeriod'), isRange, () => setIsOpen(true))}
      </div>
      {isRange && <RangeFields value={shown} onChange={({ from, to }) => onChange({ kind: 'range', from, to })} />}
    </div>
  );
}
