import { CURRENCIES, PAYMENT_METHODS } from '@feira/schemas/common';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PLATFORM, toChange, toStored } from './platform-fields.ts';
import { type PlatformDetails, usePlatformChange } from './use-platform.ts';

/** Edits name, currencies and methods, which a master sets for a platform. */
export function SettingsForm({ platform }: { platform: PlatformDetails }) {
  const { t } = useTranslation(['master', 'kit']);
  const change = usePlatformChange();
  const { controls, value, isDirty, clear, form, bar } = useDraft({
    fields: PLATFORM,
    stored: toStored(platform),
    change,
    say: (problem) => t(`platform.${problem}`),
  });
  const id = useId();
  const save = async () => {
    const answer = await change.run({ platformId: platform.id, ...toChange(value, platform) });
    if (answer) clear();
    return answer;
  };
  const currencies = CURRENCIES.map((currency) => ({ value: currency, label: t(`currencies.${currency}`) }));
  return (
    <form {...form(save)} className="panel form" aria-labelledby={id}>
      <UnsavedGuard isDirty={isDirty} />
      <h2 id={id}>{t('platform.basics')}</h2>
      <div className="form-grid">
        <TextField label={t('platforms.name')} {...controls.name} />
        <SelectField label={t('platform.currency')} options={currencies} {...controls.settings.currency} />
      </div>
      <Choices legend={t('platform.currencies')} options={currencies} {...controls.settings.currencies} />
      <Choices
        legend={t('platform.methods')}
        options={PAYMENT_METHODS.map((method) => ({ value: method, label: t(`kit:method.${method}`) }))}
        {...controls.settings.methods}
      />
      <SaveBar isDirty={isDirty} {...bar} />
    </form>
  );
}

interface ChoicesProps<V extends string> {
  legend: string;
  problem: string | undefined;
  options: readonly { value: V; label: string }[];
  value: V[];
  onChange: (chosen: V[]) => void;
}

function Choices<V extends string>({ legend, problem, options, value: chosen, onChange }: ChoicesProps<V>) {
  return (
    <fieldset className="form-group">
      <legend>{legend}</legend>
      <div className="check-list platform-choices">
        {options.map(({ value, label }) => (
          <CheckField
            key={value}
            label={label}
            isChecked={chosen.includes(value)}
            onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((other) => other !== value))}
          />
        ))}
      </div>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
