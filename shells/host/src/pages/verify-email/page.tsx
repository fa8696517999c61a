import { HOST_PATHS } from '@feira/schemas/addresses';
import { verifyEmail } from '@feira/schemas/procedures/session';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { LostLink } from '../../components/lost-link.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useLink } from '../../components/use-link.ts';
import '../../sign-in/add-texts.ts';
import type { Preferences } from '../../preferences.ts';
import type { SessionControl } from '../../session/use-session.ts';
import { dropToken } from '../../token.ts';
import { useClient } from '../../use-client.ts';

interface VerifyEmailPageProps {
  preferences: Preferences;
  control: SessionControl;
}

/** The mail proves the address, and the password proves that the reader registered: together they open the account. */
export default function VerifyEmailPage({ preferences, control }: VerifyEmailPageProps) {
  const { t } = useTranslation('signIn');
  const host = useTranslation();
  const client = useClient(preferences.locale);
  const { token, isLost, failure, isBusy, submit } = useLink();
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const open = async (event: FormEvent) => {
    event.preventDefault();
    const field = form.current!.elements.namedItem('password') as HTMLInputElement;
    setIsMissing(!field.value);
    if (!field.value) return field.focus();
    const refusal = await submit(async () => {
      const session = await client.call(verifyEmail, { token: token!, password: field.value });
      dropToken();
      control.enter(session);
    });
    if (refusal?.code === 'SIGN_IN_REFUSED') field.focus();
  };
  return (
    <SignInCard title={t('verify.title')} preferences={preferences}>
      {isLost ? (
        <LostLink message={failure?.message} to={HOST_PATHS.register} action={t('verify.again')} />
      ) : (
        <>
          <p className="login-lead">{t('verify.lead')}</p>
          <FailureNotice
            failure={failure?.code === 'SIGN_IN_REFUSED' ? { ...failure, message: t('verify.wrong') } : failure}
          />
          <form ref={form} method="post" noValidate onSubmit={open}>
            <PasswordField
              name="password"
              label={host.t('password')}
              autoComplete="current-password"
              problem={isMissing ? host.t('passwordMissing') : undefined}
            />
            <SubmitButton isBusy={isBusy}>{t('verify.open')}</SubmitButton>
          </form>
        </>
      )}
    </SignInCard>
  );
}
