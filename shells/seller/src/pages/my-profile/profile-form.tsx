import { LOCALES } from '@feira/schemas/common';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, PROFILE } from './profile-fields.ts';
import { useProfileChange } from './use-profile.ts';

export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation('seller');
  const change = useProfileChange();
  const stored = { ...account, phone: account.phone ?? '', document: undefined, locale: account.locale ?? undefined };
  const { controls, changes, isDirty, clear, form, bar } = useDraft({
    fields: PROFILE,
    stored,
    change,
    say: (problem) => t(`profile.problems.${problem}`),
  });
  const save = async () => {
    const answer = await change.run(changes);
    if (answer) clear();
    return answer;
  };
  const id = useId();
  return (
    <form {...form(save)} className="panel form" aria-labelledby={id}>
      <UnsavedGuard isDirty={isDirty} />
      <h2 id={id}>{t('profile.own')}</h2>
      <div className="form-grid">
        <TextField label={t('profile.name')} {...controls.name} />
        <TextField label={t('profile.phone')} placeholder={t('profile.phoneExample')} {...controls.phone} />
        <TextField
          label={t('profile.document')}
          hint={t(account.document === null ? 'profile.documentHint' : 'profile.documentFixed')}
          readOnly={account.document !== null}
          {...controls.document}
          value={account.document ?? controls.document.value}
        />
        <SelectField
          label={t('profile.language')}
          hint={t('profile.languageHint')}
          options={[
            ...(account.locale ? [] : [{ value: '' as const, label: t('profile.platformLanguage') }]),
            ...LOCALES.map((locale) => ({ value: locale, label: t(`profile.languages.${locale}`) })),
          ]}
          {...controls.locale}
          problem={undefined}
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
      <SaveBar isDirty={isDirty} {...bar} />
    </form>
  );
}
