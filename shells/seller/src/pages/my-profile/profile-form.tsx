import { LOCALES } from '@feira/schemas/common';
import { maskCpfOrCnpj } from '@feira/schemas/rules/mask';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from './profile-fields.ts';
import { useProfileForm } from './use-profile.ts';

export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation('seller');
  const form = useProfileForm(account);
  const { fields, problems } = form;
  const id = useId();
  const problemOf = (name: keyof typeof fields) => {
    const problem = problems[name];
    return problem ? t(`profile.problems.${problem}`) : findFieldProblem(form.error, name);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <form className="panel form" aria-labelledby={id} noValidate onSubmit={submit}>
      <UnsavedGuard isDirty={form.isDirty} />
      <h2 id={id}>{t('profile.own')}</h2>
      <div className="form-grid">
        <TextField
          label={t('profile.name')}
          autoComplete="name"
          maxLength={120}
          value={fields.name}
          problem={problemOf('name')}
          onChange={(name) => form.change({ name })}
        />
        <TextField
          label={t('profile.phone')}
          type="tel"
          autoComplete="tel-national"
          maxLength={20}
          placeholder={t('profile.phoneExample')}
          value={fields.phone}
          problem={problemOf('phone')}
          onChange={(phone) => form.change({ phone })}
        />
        <TextField
          label={t('profile.document')}
          maxLength={18}
          spellCheck={false}
          readOnly={account.document !== null}
          value={account.document ?? fields.document}
          problem={problemOf('document')}
          hint={t(account.document === null ? 'profile.documentHint' : 'profile.documentFixed')}
          onChange={(document) => form.change({ document: maskCpfOrCnpj(document) })}
        />
        <SelectField
          label={t('profile.language')}
          hint={t('profile.languageHint')}
          value={fields.locale}
          options={[
            ...(account.locale ? [] : [{ value: '' as const, label: t('profile.platformLanguage') }]),
            ...LOCALES.map((locale) => ({ value: locale, label: t(`profile.languages.${locale}`) })),
          ]}
          onChange={(locale) => form.change({ locale })}
        />
        <TextField
          label={t('profile.email')}
          type="email"
          readOnly
          value={account.email}
          hint={<PageLink to="/account">{t('profile.changeEmail')}</PageLink>}
          onChange={() => undefined}
        />
      </div>
      <SaveBar
        isDirty={form.isDirty}
        isBusy={form.isBusy}
        isSaved={form.isSaved}
        problemCount={Object.keys(problems).length}
        error={form.error}
        onDiscard={form.discard}
      />
    </form>
  );
}
