import { CURRENCIES, PAYMENT_METHODS } from '@feira/schemas/common';
import { ConflictNotice, nameConflict } from '@feira/shell-kit/components/conflict-notice';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PLATFORM, toChange, toRecord } from './platform-fields.ts';
import { type PlatformDetails, usePlatform, usePlatformChange } from './use-platform.ts';

const SETTINGS = ['currency', 'currencies', 'methods'] as const;

/** Edits name, currencies and methods, which a master sets for a platform. */
export function SettingsForm({ platform }: { platform: PlatformDetails }) {
  const { t } = useTranslation(['master', 'kit']);
  const change = usePlatformChange();
  const { refetch } = usePlatform(platform.id);
  const record = useMemo(() => toRecord(platform), [platform]);
  const { controls, value, isDirty, clear, form, bar, base, conflict } = useVersionedDraft({
    fields: PLATFORM,
    record,
    change,
    say: (problem) => t(`platform.${problem}`),
    reload: async () => {
      const { data } = await refetch();
      return { data: data && toRecord(data) };
    },
  });
  const id = useId();
  const { rulesVersion: version, customizationVersion } = base ?? record;
  /** Names the settings that somebody else has changed, each with who and when. */
  const nameSettings = () => {
    const changed = SETTINGS.filter((name) =>
      conflict?.error.details.some(({ field }) => field === `settings.${name}`),
    );
    return changed.map((name) => nameConflict(conflict, `settings.${name}`, t(`platform.${name}`))).join(' ');
  };
  const save = async () => {
    const changed = toChange(value, base ?? record);
    const answer = await change.run({ platformId: platform.id, ...changed, version, customizationVersion });
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
      <ConflictNotice
        conflict={conflict}
        labelOf={(name) => (name === 'name' ? nameConflict(conflict, name, t('platforms.name')) : nameSettings())}
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
