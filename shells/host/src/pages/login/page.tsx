import { Icon } from '@feira/shell-kit/components/icon';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch, ThemeSwitch } from '../../layout/preference-switches.tsx';
import { Wordmark } from '../../layout/wordmark.tsx';
import type { Preferences } from '../../preferences.ts';
import type { SessionState } from '../../session/use-session.ts';
import { Awning } from './awning.tsx';
import { Field } from './field.tsx';
import { type Credentials, useSignIn } from './use-sign-in.ts';

interface LoginPageProps {
  preferences: Preferences;
  state: SessionState;
  onSignIn: (credentials: Credentials) => Promise<void>;
}

export function LoginPage({ preferences, state, onSignIn }: LoginPageProps) {
  const { t } = useTranslation();
  const { problems, refusal, isBusy, submit } = useSignIn(onSignIn);
  const [isShown, setIsShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const title = t('loginTitle');
  useEffect(() => {
    document.title = `${title} · Feira`;
  }, [title]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(form.current!);
    const field = await submit({ email: String(data.get('email')).trim(), password: String(data.get('password')) });
    if (field) (form.current?.elements.namedItem(field) as HTMLInputElement | null)?.focus();
  };
  const leftBy = state.kind === 'signedOut' ? state.leftBy : undefined;
  return (
    <div className="login">
      <main className="login-card">
        <Awning />
        <div className="login-content">
          <Wordmark />
          <h1>{title}</h1>
          <p role="status" className={leftBy ? 'notice notice-info' : undefined}>
            {leftBy && t(leftBy)}
          </p>
          {refusal && (
            <div role="alert" className="notice notice-error">
              <Icon name="alert" />
              {refusal.message ?? t('signInUnanswered')}
            </div>
          )}
          {/* By POST: should the script fail, a password must never end up in the address. */}
          <form ref={form} method="post" noValidate onSubmit={send}>
            <Field
              name="email"
              label={t('email')}
              type="email"
              autoComplete="username"
              inputMode="email"
              problem={problems.email && t(problems.email)}
            />
            <Field
              name="password"
              label={t('password')}
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              problem={problems.password && t(problems.password)}
            >
              <button
                type="button"
                className="icon-button"
                aria-label={t('showPassword')}
                aria-pressed={isShown}
                onClick={() => setIsShown(!isShown)}
              >
                <Icon name={isShown ? 'eyeOff' : 'eye'} />
              </button>
            </Field>
            <button type="submit" className="button button-primary button-large" aria-busy={isBusy}>
              {t(isBusy ? 'signingIn' : 'signIn')}
            </button>
          </form>
        </div>
      </main>
      <footer className="login-tools">
        <LanguageSwitch preferences={preferences} />
        <ThemeSwitch preferences={preferences} />
      </footer>
    </div>
  );
}
