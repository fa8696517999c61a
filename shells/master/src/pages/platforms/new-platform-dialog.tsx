import { CURRENCIES, LOCALES } from '@feira/schemas/common';
import { createPlatform, listPlatforms } from '@feira/schemas/procedures/platforms';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useChange } from '@feira/shell-kit/use-change';
import { type ComponentProps, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findProblems, type NewPlatform, type NewPlatformField, startOf, toInput } from './new-platform.ts';

interface NewPlatformDialogProps {
  onDone: (platformId: string) => void;
  onClose: () => void;
}

export function NewPlatformDialog({ onDone, onClose }: NewPlatformDialogProps) {
  const { t } = useTranslation(['master', 'kit']);
  const { locale } = useHost();
  const [typed, setTyped] = useState(() => startOf(locale));
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy } = useChange(createPlatform, listPlatforms);
  const form = useRef<HTMLFormElement>(null);
  const problems = isTried ? findProblems(typed) : {};

  const change = (changed: Partial<NewPlatform>) => setTyped({ ...typed, ...changed });
  const field = (
    name: Extract<NewPlatformField, keyof ReturnType<typeof findProblems>>,
    more: Partial<ComponentProps<typeof TextField>> = {},
  ) => {
    const problem = problems[name];
    return (
      <TextField
        {...more}
        name={name}
        label={t(`newPlatform.${name}`)}
        value={typed[name]}
        problem={problem ? t(`newPlatform.problems.${problem}`) : findFieldProblem(error, name)}
        onChange={(text) => change({ [name]: text })}
      />
    );
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (Object.keys(findProblems(typed)).length > 0) return focusFirstProblem(form.current);
    const created = await run(toInput(typed));
    if (created) onDone(created.platformId);
    else focusFirstProblem(form.current);
  };
  return (
    <ModalDialog isWide title={t('newPlatform.title')} text={t('newPlatform.text')} onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={send}>
        <div className="form-grid">
          {field('name', { maxLength: 120 })}
          {field('host', {
            maxLength: 300,
            hint: t('newPlatform.hostHint'),
            placeholder: t('newPlatform.hostExample'),
          })}
          <SelectField
            label={t('newPlatform.currency')}
            value={typed.currency}
            options={CURRENCIES.map((currency) => ({ value: currency, label: t(`currencies.${currency}`) }))}
            onChange={(currency) => change({ currency })}
          />
          <SelectField
            label={t('newPlatform.locale')}
            value={typed.locale}
            options={LOCALES.map((code) => ({ value: code, label: t(`languages.${code}`) }))}
            onChange={(code) => change({ locale: code })}
          />
        </div>
        <fieldset className="form-group">
          <legend>{t('newPlatform.admin')}</legend>
          <p className="form-hint">{t('newPlatform.adminHint')}</p>
          <div className="form-grid">
            {field('adminName', { maxLength: 120 })}
            {field('adminEmail', { maxLength: 254, type: 'email', inputMode: 'email' })}
          </div>
        </fieldset>
        <Refusal error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('kit:cancel')}
          </button>
          <button type="submit" className="button button-primary" aria-busy={isBusy}>
            {t(isBusy ? 'newPlatform.creating' : 'newPlatform.create')}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
