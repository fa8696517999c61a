import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../host-context.ts';
import { findToday, isRange, type Period } from '../period.ts';

const FORMATS = { 'pt-BR': 'DD/MM/YYYY', en: 'MM/DD/YYYY' };

interface RangeFieldsProps {
  value: Period;
  onChange: (period: Period) => void;
}

/** Two fields rather than one of two months: they fit a phone, and each can be typed. */
export default function RangeFields({ value, onChange }: RangeFieldsProps) {
  const { t } = useTranslation('kit');
  const { locale } = useHost();
  const [draft, setDraft] = useState(value);
  const id = useId();
  const isValid = isRange(draft.from, draft.to);
  const field = (name: 'from' | 'to') => (
    <label htmlFor={`${id}${name}`}>
      <span>{t(name)}</span>
      <DatePicker
        id={`${id}${name}`}
        value={dayjs(draft[name])}
        format={FORMATS[locale]}
        allowClear={false}
        status={isValid ? '' : 'error'}
        aria-describedby={isValid ? undefined : `${id}error`}
        maxDate={dayjs(findToday())}
        onChange={(date) => {
          const next = { ...draft, [name]: date?.format('YYYY-MM-DD') ?? draft[name] };
          setDraft(next);
          if (isRange(next.from, next.to)) onChange(next);
        }}
      />
    </label>
  );
  return (
    <div className="range">
      {field('from')}
      {field('to')}
      {!isValid && (
        <p id={`${id}error`} className="field-error" role="alert">
          {draft.from > draft.to ? t('rangeBackwards') : t('rangeTooLong', { count: MAX_PERIOD_DAYS })}
        </p>
      )}
    </div>
  );
}
