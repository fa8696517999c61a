import { formatPhone } from '@feira/schemas/rules/phone';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from './use-profile.ts';

/** Shows the person's own details. The account of every role is the one place that edits them. */
export function ProfilePanel({ account }: { account: Account }) {
  const { t } = useTranslation('seller');
  const id = useId();
  const { name, email, phone, document, locale } = account;
  return (
    <section className="panel profile-own" aria-labelledby={id}>
      <h2 id={id}>{t('profile.own')}</h2>
      <FactList
        facts={[
          [t('profile.name'), name],
          [t('profile.email'), email],
          [t('profile.phone'), phone ? formatPhone(phone) : t('profile.missing')],
          [t('profile.document'), document ?? t('profile.documentMissing')],
          [t('profile.language'), locale ? t(`profile.languages.${locale}`) : t('profile.platformLanguage')],
        ]}
      />
      <LinkButton to="/account">{t('profile.edit')}</LinkButton>
    </section>
  );
}
