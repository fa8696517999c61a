import Input from 'antd/es/input/Input';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findDayProblem, maskDay, readDay, writeDay } from '../day-text.ts';
import { useHost } from '../host-context.ts';
import { findToday, isDay } from '../period.ts';
import '../styles/day-field.css';
import { FieldFrame, type Labelled, statusOf } from './form-fields.tsx';
import { Icon } from './icon.tsx';

const DayCalendar = lazy(() => import(/* webpackChunkName: "calendar" */ './day-calendar.tsx'));

interface DayFieldProps extends Labelled {
  name?: string;
  /** The day, as 2026-11-20. What is typed instead of a day comes back as it was typed, so that nothing gets lost. */
  value: string;
  /** The first and the last day that may be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  autoComplete?: string | undefined;
  onChange: (content: string) => void;
}

/** Takes a day in the form of the screen's language, whatever the browser's own is; the calendar loads when it is opened. */
export function DayField(props: DayFieldProps) {
  const { name, value, min, max, autoComplete = 'off', onChange, problem, ...words } = props;
  const { t } = useTranslation('kit');
  const { locale } = useHost();
  // While people type, their text stays as they write it.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const toContent = (text: string) => readDay(text, locale) ?? text;
  const toText = (content: string) => (isDay(content) ? writeDay(content, locale) : content);
  const isTyping = typed !== null && toContent(typed) === value;
  const found = findDayProblem(value, { min, max });
  const isSaid = found && (problem || !isTyping);
  const own = isSaid
    ? t(`day.problems.${found}`, { example: toText(findToday()), min: toText(min ?? ''), max: toText(max ?? '') })
    : undefined;
  const shown = own ?? problem;
  const close = (chosen?: string | undefined) => {
    setIsOpen(false);
    if (chosen) onChange(chosen);
    // The focus is elsewhere where something else was pressed.
    const { activeElement } = document;
    if (activeElement === document.body || opener.current?.closest('.day-box')?.contains(activeElement))
      opener.current?.focus();
  };
  return (
    <FieldFrame {...words} problem={shown}>
      {(ties) => (
        <span className="day-box">
          <Input
            inputMode="numeric"
            autoComplete={autoComplete}
            name={name}
            placeholder={t('day.form')}
            {...ties}
            status={statusOf(shown)}
            value={isTyping ? typed : toText(value)}
            onChange={(event) => {
              const text = event.target.value;
              const next = isDay(text.trim()) ? toText(text.trim()) : maskDay(text);
              setTyped(next);
              onChange(toContent(next));
            }}
            onBlur={() => setTyped(null)}
            suffix={
              <button
                ref={opener}
                type="button"
                className="day-opener"
                aria-label={t('day.openCalendar')}
                aria-describedby={`${ties.id}label`}
                aria-haspopup="dialog"
                aria-expanded={isOpen}
                onClick={(event) => {
                  // antd would give the focus to the field.
                  event.stopPropagation();
                  setIsOpen(true);
                }}
              >
                <Icon name="calendar" size={18} />
              </button>
            }
          />
          {isOpen && (
            <Suspense fallback={null}>
              <DayCalendar
                label={t('day.calendarOf', { label: words.label })}
                value={value}
                min={min}
                max={max}
                onClose={close}
              />
            </Suspense>
          )}
        </span>
      )}
    </FieldFrame>
  );
}
