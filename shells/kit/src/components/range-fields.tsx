import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findToday, isDay, isRange, type Period } from '../period.ts';
import { DayField } from './day-field.tsx';

interface RangeFieldsProps {
  value: Period;
  onChange: (period: Period) => void;
}

/** Two fields rather than one of two months: they fit a phone, and each can be typed. */
export function RangeFields({ value, onChange }: RangeFieldsProps) {
  const { t } = useTranslation('kit');
  const [draft, setDraft] = useState(value);
  const [edited, setEdited] = useState<keyof Period>('from');
  const isValid = !isDay(draft.from) || !isDay(draft.to) || isRange(draft.from, draft.to);
  const problem = isValid
    ? undefined
    : draft.from > draft.to
      ? t('rangeBackwards')
      : t('rangeTooLong', { count: MAX_PERIOD_DAYS });
  const field = (name: keyof Period) => (
    <DayField
      label={t(name)}
      value={draft[name]}
      max={findToday()}
      problem={name === edited ? problem : undefined}
      onChange={(content) => {
        const next = { ...draft, [name]: content };
        setDraft(next);
        setEdited(name);
        if (isRange(next.from, next.to) && next.to <= findToday()) onChange(next);
      }}
    />
  );
  return (
    <div className="range">
      {field('from')}
      {field('to')}
    </div>
  );
}
