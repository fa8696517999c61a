import { DayField } from '@feira/shell-kit/components/day-field';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { isDay } from '@feira/shell-kit/period';
import type { Control } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { joinMoment, readTime, splitMoment } from './moment.ts';
import './moment-field.css';

interface MomentFieldProps extends Control<string> {
  label: string;
  hint: string;
}

/** Takes a day in the form of the screen's language, and a time of 24 hours beside it. */
export function MomentField({ label, hint, name, value, problem, onChange }: MomentFieldProps) {
  const { t } = useTranslation('products');
  const [day, time] = splitMoment(value);
  const read = readTime(time);
  // A problem stands at the field that it is about.
  const isAboutTime = isDay(day) && read === null;
  return (
    <div className="moment-field">
      <DayField
        name={name}
        label={label}
        hint={hint}
        value={day}
        problem={isAboutTime ? undefined : problem}
        onChange={(next) => onChange(joinMoment(next, time))}
      />
      <TextField
        label={t('time')}
        aria-label={t('timeOf', { label })}
        inputMode="numeric"
        maxLength={5}
        placeholder={t('timeForm')}
        value={time}
        problem={isAboutTime ? problem : undefined}
        onChange={(next) => onChange(joinMoment(day, next))}
        onBlur={() => read && read !== time && onChange(joinMoment(day, read))}
      />
    </div>
  );
}
