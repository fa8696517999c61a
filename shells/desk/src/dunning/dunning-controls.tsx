import { DUNNING_ACTIONS, DUNNING_ENDS } from '@feira/schemas/subscription';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import type { Controls } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { type DunningFields, MOST_DUNNING_STEPS } from './dunning-fields.ts';
import './add-texts.ts';
import './dunning.css';

interface DunningControlsProps {
  controls: Controls<DunningFields>;
  /** Returns the problem of the day of a step, by its place. */
  problemOfDay: (index: number) => string | undefined;
}

/** Edits what is done about an unpaid charge of a subscription, day by day. */
export function DunningControls({ controls, problemOfDay }: DunningControlsProps) {
  const { t } = useTranslation('dunning');
  const { value: steps, onChange } = controls.steps;
  const change = (index: number, part: Partial<(typeof steps)[number]>) =>
    onChange(steps.map((step, other) => (other === index ? { ...step, ...part } : step)));
  return (
    <>
      <fieldset className="form-group">
        <legend>{t('steps')}</legend>
        {steps.length === 0 && <p className="form-hint">{t('noSteps')}</p>}
        <ol className="dunning-steps">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name but its place.
            <li key={index}>
              <TextField
                label={t('day')}
                suffix={t('dayUnit')}
                inputMode="numeric"
                value={step.day}
                problem={problemOfDay(index)}
                onChange={(day) => change(index, { day })}
              />
              <SelectField
                label={t('action', { number: index + 1 })}
                options={DUNNING_ACTIONS.map((value) => ({ value, label: t(`actions.${value}`) }))}
                value={step.action}
                onChange={(action) => change(index, { action })}
              />
              <button
                type="button"
                className="button"
                aria-label={t('removeOf', { number: index + 1 })}
                onClick={() => onChange(steps.filter((_, other) => other !== index))}
              >
                <Icon name="trash" size={18} />
                {t('remove')}
              </button>
            </li>
          ))}
        </ol>
        {steps.length < MOST_DUNNING_STEPS && (
          <div>
            <button
              type="button"
              className="button"
              onClick={() => onChange([...steps, { day: steps.at(-1)?.day ?? '0', action: 'REMIND' }])}
            >
              <Icon name="plus" size={18} />
              {t('add')}
            </button>
          </div>
        )}
      </fieldset>
      <div className="form-grid">
        <TextField label={t('mostRetries')} hint={t('mostRetriesHint')} {...controls.mostRetries} />
        <TextField
          label={t('codeDaysBefore')}
          hint={t('codeDaysBeforeHint')}
          suffix={t('dayUnit')}
          {...controls.codeDaysBefore}
        />
        <TextField label={t('graceDays')} hint={t('graceDaysHint')} suffix={t('dayUnit')} {...controls.graceDays} />
        <TextField label={t('endDay')} hint={t('endDayHint')} suffix={t('dayUnit')} {...controls.endDay} />
      </div>
      <SelectField
        label={t('end')}
        options={DUNNING_ENDS.map((value) => ({ value, label: t(`ends.${value}`) }))}
        {...controls.end}
      />
    </>
  );
}
