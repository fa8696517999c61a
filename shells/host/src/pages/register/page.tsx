import { SIGN_IN_PATHS } from '@feira/schemas/addresses';
import type { Input } from '@feira/schemas/procedure';
import { register } from '@feira/schemas/procedures/session';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useBrand } from '../../brand.ts';
import { CheckMail } from '../../components/check-mail.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Field } from '../../components/field.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { PhoneField } from '../../components/phone-field.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useProblems } from '../../components/use-problems.ts';
import { useSubmit } from '../../components/use-submit.ts';
import '../../sign-in/add-texts.ts';
import type { Preferences } from '../../preferences.ts';
import { useClient } from '../../use-client.ts';
import { FIELDS, findProblems, type Problems, toInput } from './form-values.ts';
import { TermsNote } from './terms-note.tsx';

/** Registers a person. The link of the mail opens the account, together with the password chosen here. */
export default function RegisterPage({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('signIn');
  const host = useTranslation();
  const client = useClient(preferences.locale);
  const isClosed = useBrand()?.isRegistrationOpen === false;
  const { failure, isBusy, submit, forget } = useSubmit();
  const [identity, setIdentity] = useState({ name: '', email: '' });
  const [sent, setSent] = useState<Input<typeof register> | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const readValues = () => {
    const data = new FormData(form.current!);
    const [name, email, phone, password] = FIELDS.map((field) => String(data.get(field) ?? ''));
    return { name: name!, email: email!, phone: phone!, password: password! };
  };
  const { problems, check, onChange } = useProblems(() => findProblems(readValues()), forget);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const values = readValues();
    const found = check();
    const first = FIELDS.find((field) => found[field]);
    const focus = (field: string) => (form.current?.elements.namedItem(field) as HTMLInputElement | null)?.focus();
    if (first) return focus(first);
    const input = toInput(values, preferences.locale);
    const refusal = await submit(async () => {
      await client.call(register, input);
      setSent(input);
    });
    if (refusal?.code === 'PASSWORD_WEAK') focus('password');
  };
  const problemOf = (field: keyof Problems) => (problems[field] ? t(problems[field]) : failure?.fields[field]);
  const links = (
    <p>
      {t('register.forKnown')} <Link href={SIGN_IN_PATHS.platform}>{host.t('signIn')}</Link>
    </p>
  );
  if (sent)
    return (
      <SignInCard key="sent" title={t('mail.title')} preferences={preferences} links={links}>
        <CheckMail
          lead={t('register.sent', { email: sent.email })}
          note={t('register.note')}
          onResend={() => client.call(register, sent)}
          onOtherEmail={() => setSent(null)}
        />
      </SignInCard>
    );
  if (isClosed)
    return (
      <SignInCard key="closed" title={t('register.closedTitle')} preferences={preferences} links={links}>
        <p className="login-lead">{t('register.closed')}</p>
      </SignInCard>
    );
  return (
    <SignInCard key="form" title={t('register.title')} preferences={preferences} links={links}>
      <FailureNotice failure={failure} />
      <form ref={form} method="post" noValidate onSubmit={send} onChange={onChange}>
        <Field
          name="name"
          label={t('name')}
          autoComplete="name"
          autoCapitalize="words"
          maxLength={120}
          problem={problemOf('name')}
          onBlur={({ target }) => setIdentity((former) => ({ ...former, name: target.value }))}
        />
        <Field
          name="email"
          label={host.t('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          problem={problemOf('email')}
          onBlur={({ target }) => setIdentity((former) => ({ ...former, email: target.value }))}
        />
        <PhoneField name="phone" label={t('phone')} required={false} problem={problemOf('phone')} />
        <NewPasswordField label={host.t('password')} identity={identity} problem={problemOf('password')} />
        <SubmitButton isBusy={isBusy}>{t('register.send')}</SubmitButton>
        <TermsNote />
      </form>
    </SignInCard>
  );
}
