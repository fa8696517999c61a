import { HOST_PATHS } from '@feira/schemas/addresses';
import { changePassword } from '@feira/schemas/procedures/account';
import type { Client } from '@feira/shell-kit/client';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { useProblems } from '../../components/use-problems.ts';
import { useSubmit } from '../../components/use-submit.ts';
import { PASSWORD_LENGTH } from '../../sign-in/password-rule.ts';
import { DoneNotice, Section } from './section.tsx';
import type { Account } from './use-account.ts';

interface PasswordSectionProps {
  account: Account;
  client: Client;
  isReadOnly: boolean;
}

export function PasswordSection({ account, client, isReadOnly }: PasswordSectionProps) {
  const { t } = useTranslation('account');
  const { failure, isBusy, submit } = useSubmit();
  /** The key of the form: another one empties the field together with its problem. */
  const [changes, setChanges] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  const getField = () => form.current!.elements.namedItem('password') as HTMLInputElement;
  const { problems, check, onChange } = useProblems(() => ({
    isShort: [...getField().value].length < PASSWORD_LENGTH,
  }));
  const change = async (event: FormEvent) => {
    event.preventDefault();
    const field = getField();
    if (check().isShort) return field.focus();
    const refusal = await submit(() => client.call(changePassword, { password: field.value }));
    if (!refusal) setChanges((count) => count + 1);
    else if (refusal.code === 'PASSWORD_WEAK') field.focus();
  };
  if (!account.hasPassword)
    return (
      <Section title={t('password.title')} text={t('password.none')}>
        {!isReadOnly && (
          <Link className="button" href={HOST_PATHS.recoverPassword}>
            {t('password.create')}
          </Link>
        )}
      </Section>
    );
  return (
    <Section title={t('password.title')} text={t('password.text')}>
      {isReadOnly ? (
        <p className="account-value">••••••••••</p>
      ) : (
        <form ref={form} className="account-form" method="post" noValidate onSubmit={change} onChange={onChange}>
          <NewPasswordField
            key={changes}
            label={t('password.new')}
            identity={{ name: account.name, email: account.email }}
            problem={problems.isShort ? t('password.short') : undefined}
          />
          <FailureNotice failure={failure} />
          <DoneNotice text={changes > 0 && !failure && !isBusy ? t('password.changed') : null} />
          <button type="submit" className="button" aria-busy={isBusy}>
            {t('password.change')}
          </button>
        </form>
      )}
    </Section>
  );
}
