import { requestEmailChange } from '@feira/schemas/procedures/account';
import { isEmail } from '@feira/schemas/rules/email';
import type { Client } from '@feira/shell-kit/client';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Field } from '../../components/field.tsx';
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
  const [isInvalid, setIsInvalid] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const request = async (event: FormEvent) => {
    event.preventDefault();
    const field = form.current!.elements.namedItem('new-email') as HTMLInputElement;
    const email = field.value.trim();
    const isWrong = !isEmail(email);
    setIsInvalid(isWrong);
    setSentTo(null);
    if (isWrong) return field.focus();
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
        <form ref={form} className="account-form" noValidate onSubmit={request}>
          <Field
            name="new-email"
            label={t('email.new')}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            problem={isInvalid ? t('email.invalid') : undefined}
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
