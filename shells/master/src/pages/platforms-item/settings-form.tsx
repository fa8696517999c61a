import { CURRENCIES, PAYMENT_METHODS } from '@feira/schemas/common';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findProblems, type PlatformFields, toChange, toFields, toggle } from './platform-fields.ts';
import { type PlatformDetails, usePlatformChange } from './use-platform.ts';

/** Name, currencies and methods: what a master decides for a platform. */
export function SettingsForm({ platform }: { platform: PlatformDetails }) {
  const { t } = useTranslation(['master', 'kit']);
  const [draft, setDraft] = useState<PlatformFields | null>(null);
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, isDone, reset } = usePlatformChange();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const fields = draft ?? toFields(platform);
  const problems = isTried ? findProblems(fields) : {};
  const change = (changed: Partial<PlatformFields>) => setDraft({ ...fields, ...changed });
  const clear = () => {
    setDraft(null);
    setIsTried(false);
  };
  const input = toChange(fields, platform);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (Object.keys(findProblems(fields)).length > 0) return focusFirstProblem(form.current);
    if (await run({ platformId: platform.id, ...input })) clear();
  };
  const isDirty = Object.keys(input).length > 0;
  return (
    <form ref={form} className="panel form" aria-labelledby={id} noValidate onSubmit={save}>
      <UnsavedGuard isDirty={isDirty} />
      <h2 id={id}>{t('platform.basics')}</h2>
      <div className="form-grid">
        <TextField
          name="name"
          label={t('platforms.name')}
          maxLength={120}
          value={fields.name}
          problem={problems.name ? t('platform.nameShort') : findFieldProblem(error, 'name')}
          onChange={(name) => change({ name })}
        />
        <SelectField
          label={t('platform.currency')}
          value={fields.currency}
          options={CURRENCIES.map((currency) => ({ value: currency, label: t(`currencies.${currency}`) }))}
          onChange={(currency) => change({ currency })}
        />
      </div>
      <Choices
        legend={t('platform.currencies')}
        problem={problems.currencies ? t('platform.currencyLacks') : findFieldProblem(error, 'settings.currencies')}
        options={CURRENCIES.map((currency) => ({ value: currency, label: t(`currencies.${currency}`) }))}
        chosen={fields.currencies}
        onChange={(currency, isOn) => change({ currencies: toggle(CURRENCIES, fields.currencies, currency, isOn) })}
      />
      <Choices
        legend={t('platform.methods')}
        problem={problems.methods ? t('platform.methodLacks') : findFieldProblem(error, 'settings.methods')}
        options={PAYMENT_METHODS.map((method) => ({ value: method, label: t(`kit:method.${method}`) }))}
        chosen={fields.methods}
        onChange={(method, isOn) => change({ methods: toggle(PAYMENT_METHODS, fields.methods, method, isOn) })}
      />
      <SaveBar
        isDirty={isDirty}
        isBusy={isBusy}
        isSaved={isDone}
        problemCount={Object.keys(problems).length}
        error={error}
        onDiscard={() => {
          clear();
          reset();
        }}
      />
    </form>
  );
}

interface ChoicesProps<V extends string> {
  legend: string;
  problem: string | undefined;
  options: readonly { value: V; label: string }[];
  chosen: readonly V[];
  onChange: (value: V, isOn: boolean) => void;
}

function Choices<V extends string>({ legend, problem, options, chosen, onChange }: ChoicesProps<V>) {
  return (
    <fieldset className="form-group">
      <legend>{legend}</legend>
      <div className="check-list platform-choices">
        {options.map(({ value, label }) => (
          <CheckField
            key={value}
            label={label}
            isChecked={chosen.includes(value)}
            onChange={(isOn) => onChange(value, isOn)}
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
