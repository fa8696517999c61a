import { HOST_PATHS } from '@feira/schemas/addresses';
import type { Entrance } from '@feira/schemas/procedures/session';
import type { Session } from '@feira/shell-kit/dashboard';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useBrand } from '../../brand.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useProblems } from '../../components/use-problems.ts';
import { useSubmit } from '../../components/use-submit.ts';
import type { Preferences } from '../../preferences.ts';
import type { LeftBy } from '../../session/use-session.ts';
import { type Credentials, findProblems } from './problems.ts';

interface LoginPageProps {
  entrance: Entrance;
  preferences: Preferences;
  leftBy: LeftBy | undefined;
  /** The person is signed in already and has no role of this entrance. */
  visitor: { session: Session; home: string | undefined; isHeld: boolean } | undefined;
  onSignIn: (credentials: Credentials) => Promise<void>;
}

/** The sign-in page of every entrance; title and links depend on the entrance. */
export function LoginPage({ entrance, preferences, leftBy, visitor, onSignIn }: LoginPageProps) {
  const { t } = useTranslation();
  const { failure, isBusy, submit } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const focus = (field: string) => (form.current?.elements.namedItem(field) as HTMLInputElement | null)?.focus();

  const readCredentials = (): Credentials => {
    const data = new FormData(form.current!);
    return { email: String(data.get('email')).trim(), password: String(data.get('password')) };
  };
  const { problems, check, onChange } = useProblems(() => findProblems(readCredentials()));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const credentials = readCredentials();
    const found = check();
    if (found.email || found.password) return focus(found.email ? 'email' : 'password');
    const refusal = await submit(() => onSignIn(credentials));
    if (refusal?.code === 'SIGN_IN_REFUSED') focus('password');
  };
  return (
    <SignInCard title={t(`entrance.${entrance}`)} preferences={preferences} links={<SignInLinks entrance={entrance} />}>
      <div role="status">
        {visitor ? <VisitorNotice {...visitor} /> : leftBy && <p className="notice notice-info">{t(leftBy)}</p>}
      </div>
      <FailureNotice failure={failure} />
      {/* The form posts: should the script fail, a password must never end up in the address. */}
      <form ref={form} method="post" noValidate onSubmit={send} onChange={onChange}>
        <Field
          name="email"
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          problem={problems.email && t(problems.email)}
        />
        <PasswordField
          name="password"
          label={t('password')}
          autoComplete="current-password"
          problem={problems.password && t(problems.password)}
        />
        <SubmitButton isBusy={isBusy}>{t(isBusy ? 'signingIn' : 'signIn')}</SubmitButton>
        <Link className="text-link" href={HOST_PATHS.recoverPassword}>
          {t('forgotPassword')}
        </Link>
      </form>
    </SignInCard>
  );
}

function VisitorNotice({ session, home, isHeld }: NonNullable<LoginPageProps['visitor']>) {
  const { t } = useTranslation();
  const { email } = session.person;
  return (
    <div className="notice notice-info">
      <p>
        <span>{t(isHeld ? 'strongerNeeded' : 'otherAccountNeeded', { email })}</span>
        {home && <Link href={home}>{t('backToDashboard')}</Link>}
      </p>
    </div>
  );
}

/** Only the platform's sign-in page links to others: nothing links to those of the staff. */
function SignInLinks({ entrance }: { entrance: Entrance }) {
  const { t } = useTranslation();
  const isRegistrationOpen = useBrand()?.isRegistrationOpen ?? false;
  if (entrance !== 'platform') return null;
  return (
    <>
      <p>
        {t('forBuyers')} <Link href={HOST_PATHS.customerLogin}>{t('customerLogin')}</Link>
      </p>
      <p>
        {isRegistrationOpen && (
          <>
            {t('forNewcomers')} <Link href={HOST_PATHS.register}>{t('register')}</Link>
          </>
        )}
      </p>
    </>
  );
}
