import { isEmail } from '@feira/schemas/rules/email';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from './failure-notice.tsx';
import { Field } from './field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useProblems } from './use-problems.ts';
import { useSubmit } from './use-submit.ts';

interface EmailFormProps {
  action: string;
  onSend: (email: string) => Promise<unknown>;
}

const findProblem = (email: string) =>
  email ? (isEmail(email) ? undefined : ('emailInvalid' as const)) : ('emailMissing' as const);

/** Asks for the address to which the server mails a link. */
export function EmailForm({ action, onSend }: EmailFormProps) {
  const { t } = useTranslation();
  const { failure, isBusy, submit } = useSubmit();
  const form = useRef<HTMLFormElement>(null);

  const getField = () => form.current!.elements.namedItem('email') as HTMLInputElement;
  const { problems, check, onChange } = useProblems(() => ({ email: findProblem(getField().value.trim()) }));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const email = getField().value.trim();
    if (check().email) return getField().focus();
    await submit(() => onSend(email));
  };
  return (
    <>
      <FailureNotice failure={failure} />
      <form ref={form} method="post" noValidate onSubmit={send} onChange={onChange}>
        <Field
          name="email"
          label={t('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          problem={problems.email && t(problems.email)}
        />
        <SubmitButton isBusy={isBusy}>{action}</SubmitButton>
      </form>
    </>
  );
}
