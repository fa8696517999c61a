import { requestEmailChange } from '@feira/schemas/procedures/account';
import { isEmail } from '@feira/schemas/rules/email';
import type { Client } from '@feira/shell-kit/client';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Field } from '../../components/field.tsx';
import { useProblems } from '../../components/use-problems.ts';
import { useSubmit } from '../../components/use-submit.ts';
import { DoneNotice, Section } from './section.tsx';
import type { Account } from './use-account.ts';

interface EmailSectionProps {
  account: Account;
  client: Client;
  isReadOnly: boolean;
}

/** The new address replaces the old one once its owner has confirmed it. */
export function EmailSection({ account, client, isReadOnly }: EmailSectionProps) {
  const { t } = useTranslation('account');
  const { failure, isBusy, submit } = useSubmit();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const getField = () => form.current!.elements.namedItem('new-email') as HTMLInputElement;
  const { problems, check, onChange } = useProblems(() => ({ isInvalid: !isEmail(getField().value.trim()) }));
  const request = async (event: FormEvent) => {
    event.preventDefault();
    const email = getField().value.trim();
    setSentTo(null);
    if (check().isInvalid) return getField().focus();
    await submit(async () => {
      await client.call(requestEmailChange, { email });
      setSentTo(email);
      form.current?.reset();
    });
  };
  return (
    <Section title={t('email.title')} text={t('email.text')}>
      <p className="account-value">{account.email}</p>
      {!isReadOnly && (
        <form ref={form} className="account-form" noValidate onSubmit={request} onChange={onChange}>
          <Field
            name="new-email"
            label={t('email.new')}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            problem={problems.isInvalid ? t('email.invalid') : undefined}
          />
          <FailureNotice failure={failure} />
          <DoneNotice text={sentTo && t('email.sent', { email: sentTo })} />
          <button type="submit" className="button" aria-busy={isBusy}>
            {t('email.change')}
          </button>
        </form>
      )}
    </Section>
  );
}
