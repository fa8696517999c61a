import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findToday, isRange, type Period } from '../period.ts';
import '../styles/range-fields.css';

interface RangeFieldsProps {
  value: Period;
  onChange: (period: Period) => void;
}

/** A field is empty while a part of its date is missing, and its year begins with zeros while it is typed. */
const isComplete = ({ from, to }: Period): boolean => from >= '1000' && to >= '1000';

/** Two fields rather than one of two months: they fit a phone, and each can be typed. The browser brings their calendar. */
export function RangeFields({ value, onChange }: RangeFieldsProps) {
  const { t } = useTranslation('kit');
  const [draft, setDraft] = useState(value);
  const id = useId();
  const isValid = !isComplete(draft) || isRange(draft.from, draft.to);
  const field = (name: 'from' | 'to') => (
    <label htmlFor={`${id}${name}`}>
      <span>{t(name)}</span>
      <span className="range-box" data-invalid={isValid ? undefined : true}>
        <input
          id={`${id}${name}`}
          type="date"
          value={draft[name]}
          max={findToday()}
          required
          aria-invalid={isValid ? undefined : true}
          aria-describedby={isValid ? undefined : `${id}error`}
          onChange={(event) => {
            const next = { ...draft, [name]: event.target.value };
            setDraft(next);
            if (isComplete(next) && next.to <= findToday() && isRange(next.from, next.to)) onChange(next);
          }}
        />
      </span>
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
