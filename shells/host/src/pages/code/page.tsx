import { confirmCode } from '@feira/schemas/procedures/session';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField, readCode } from '../../components/code-field.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useProblems } from '../../components/use-problems.ts';
import { useSubmit } from '../../components/use-submit.ts';
import '../../sign-in/add-texts.ts';
import { PasskeyButton } from '../../passkeys/passkey-button.tsx';
import type { Preferences } from '../../preferences.ts';
import { isLoginRequired, type SessionControl } from '../../session/use-session.ts';
import { useClient } from '../../use-client.ts';

interface CodePageProps {
  preferences: Preferences;
  email: string;
  control: SessionControl;
}

/** The second step of signing in. A person without the phone uses a recovery code. */
export default function CodePage({ preferences, email, control }: CodePageProps) {
  const { t } = useTranslation('signIn');
  const client = useClient(preferences.locale);
  const hasPasskey = control.state.kind === 'signedIn' && control.state.session.hasPasskey;
  const { failure, isBusy, submit, setFailure } = useSubmit();
  const [isRecovery, setIsRecovery] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => (form.current?.elements.namedItem('code') as HTMLInputElement | null)?.focus();

  const { problems, check, onChange, clear } = useProblems(() => ({
    code: readCode(form.current!, isRecovery) === null,
  }));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const code = readCode(form.current!, isRecovery);
    check();
    if (code === null) return focus();
    const refusal = await submit(async () => {
      try {
        control.enter(await client.call(confirmCode, { code }));
      } catch (error) {
        // The first step has expired or ended elsewhere, so the page asks for it again.
        if (isLoginRequired(error)) control.onLoginRequired();
        throw error;
      }
    });
    if (refusal) focus();
  };
  const change = () => {
    setIsRecovery(!isRecovery);
    clear();
    setFailure(null);
    // The focus moves once the other field exists.
    requestAnimationFrame(focus);
  };
  const problem = isRecovery ? 'recoveryCodeMissing' : 'codeMissing';
  return (
    <SignInCard title={t('code.title')} preferences={preferences}>
      <p className="login-lead">{t(isRecovery ? 'code.recoveryLead' : 'code.lead', { email })}</p>
      {hasPasskey && (
        <PasskeyButton
          client={client}
          onProved={control.enter}
          onError={(error) => isLoginRequired(error) && control.onLoginRequired()}
        />
      )}
      <FailureNotice failure={failure} />
      <form ref={form} method="post" noValidate onSubmit={send} onChange={onChange}>
        <CodeField isRecovery={isRecovery} problem={problems.code ? t(problem) : undefined} isFirst />
        <SubmitButton isBusy={isBusy}>{t('continue')}</SubmitButton>
        <button type="button" className="text-button" onClick={change}>
          {t(isRecovery ? 'code.useApp' : 'code.useRecovery')}
        </button>
        <button type="button" className="text-button" onClick={() => control.signOut(false).catch(() => {})}>
          {t('code.otherAccount')}
        </button>
      </form>
    </SignInCard>
  );
}
