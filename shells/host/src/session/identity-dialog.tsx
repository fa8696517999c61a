import { getAccount } from '@feira/schemas/procedures/account';
import { reauthenticate } from '@feira/schemas/procedures/session';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import type { Session } from '@feira/shell-kit/dashboard';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../components/failure-notice.tsx';
import { Field } from '../components/field.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { useProblems } from '../components/use-problems.ts';
import { useSubmit } from '../components/use-submit.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import type { Preferences } from '../preferences.ts';
import { useClient } from '../use-client.ts';
import { isLoginRequired } from './use-session.ts';

interface IdentityDialogProps {
  session: Session;
  preferences: Preferences;
  onAnswer: (isConfirmed: boolean) => void;
  onLoginRequired: () => void;
}

type Protection = { hasPassword: boolean; hasSecondFactor: boolean };
const MIN_CODE = 6;

/** Asks for the password, and for a code where there is a second factor. Escape and Cancel change nothing. */
export default function IdentityDialog({ session, preferences, onAnswer, onLoginRequired }: IdentityDialogProps) {
  const { t } = useTranslation();
  const client = useClient(preferences.locale);
  const { failure, isBusy, submit } = useSubmit();
  const [protection, setProtection] = useState<Protection | null>(null);
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, before the dialog opens, so that no field comes late.
  useEffect(() => {
    client.call(getAccount, {}).then(setProtection, (error: unknown) => {
      if (isLoginRequired(error)) onLoginRequired();
      else setProtection({ hasPassword: true, hasSecondFactor: session.roles.some((role) => role === 'admin') });
    });
  }, []);

  const field = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null;
  const readTyped = () => ({
    password: field('confirm-password')?.value ?? '',
    code: field('confirm-code')?.value.replace(/\s/g, '') ?? '',
  });
  const {
    problems: missing,
    check,
    onChange,
  } = useProblems(() => {
    const { password, code } = readTyped();
    return { password: !password, code: !!protection?.hasSecondFactor && code.length < MIN_CODE };
  });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const { password, code } = readTyped();
    const found = check();
    if (found.password || found.code) return field(found.password ? 'confirm-password' : 'confirm-code')?.focus();
    const refusal = await submit(async () => {
      try {
        await client.call(reauthenticate, { password, ...(code && { code }) });
      } catch (error) {
        if (isLoginRequired(error)) onLoginRequired();
        throw error;
      }
      onAnswer(true);
    });
    if (refusal?.code === 'CODE_REFUSED') setProtection({ hasPassword: true, hasSecondFactor: true });
    if (refusal) field(refusal.code === 'CODE_REFUSED' ? 'confirm-code' : 'confirm-password')?.focus();
  };
  if (!protection) return null;
  return (
    <ModalDialog title={t('identity.title')} onClose={() => onAnswer(false)}>
      <form ref={form} className="dialog-form" method="post" noValidate onSubmit={send} onChange={onChange}>
        {session.hasPasskey && (
          <PasskeyButton
            client={client}
            onProved={() => onAnswer(true)}
            onError={(error) => isLoginRequired(error) && onLoginRequired()}
          />
        )}
        <p>{t(!protection.hasPassword ? 'identity.noPassword' : 'identity.lead')}</p>
        <FailureNotice failure={failure} />
        {protection.hasPassword && (
          <>
            {/* Password managers fill in the password of the account that is named. */}
            <input type="hidden" name="username" autoComplete="username" value={session.person.email} readOnly />
            <PasswordField
              name="confirm-password"
              label={t('identity.passwordOf', { email: session.person.email })}
              autoComplete="current-password"
              problem={missing.password ? t('passwordMissing') : undefined}
            />
          </>
        )}
        {protection.hasPassword && protection.hasSecondFactor && (
          <Field
            name="confirm-code"
            label={t('identity.code')}
            className="code-input"
            autoComplete="one-time-code"
            maxLength={30}
            problem={missing.code ? t('identity.codeMissing') : undefined}
          />
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => onAnswer(false)}>
            {t('cancel')}
          </button>
          {protection.hasPassword && (
            <button type="submit" className="button button-primary" aria-busy={isBusy}>
              {t('identity.confirm')}
            </button>
          )}
        </div>
      </form>
    </ModalDialog>
  );
}
