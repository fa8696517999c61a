import { useTranslation } from 'react-i18next';
import '../sign-in/add-texts.ts';
import { Field } from './field.tsx';

interface CodeFieldProps {
  isRecovery: boolean;
  problem: string | undefined;
  /** True where the field is the only task of the page. */
  isFirst?: boolean;
}

/** Takes a code of the authenticator, which phones and password managers fill in, or a recovery code. */
export function CodeField({ isRecovery, problem, isFirst = false }: CodeFieldProps) {
  const { t } = useTranslation('signIn');
  if (isRecovery)
    return (
      <Field
        key="recovery"
        name="code"
        label={t('recoveryCode')}
        className="code-input"
        autoComplete="off"
        maxLength={30}
        problem={problem}
      />
    );
  return (
    <Field
      key="app"
      name="code"
      label={t('appCode')}
      className="code-input code-digits"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Apps show the code in two groups of three, and people copy it so.
      maxLength={7}
      autoFocus={isFirst}
      problem={problem}
    />
  );
}

/** Returns the typed code, or null where the text cannot be one. */
export function readCode(form: HTMLFormElement, isRecovery: boolean): string | null {
  const text = String(new FormData(form).get('code') ?? '').trim();
  if (isRecovery) return text.length >= 6 ? text : null;
  const digits = text.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
