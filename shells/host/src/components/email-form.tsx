import { isEmail } from '@feira/schemas/rules/email';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from './failure-notice.tsx';
import { Field } from './field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useSubmit } from './use-submit.ts';

interface EmailFormProps {
  action: string;
  onSend: (email: string) => Promise<unknown>;
}

/** Asks for the address to which the server mails a link. */
export function EmailForm({ action, onSend }: EmailFormProps) {
  const { t } = useTranslation();
  const { failure, isBusy, submit } = useSubmit();
  const [problem, setProblem] = useState<'emailMissing' | 'emailInvalid' | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const field = form.current!.elements.namedItem('email') as HTMLInputElement;
    const email = field.value.trim();
    const found = email ? (isEmail(email) ? null : 'emailInvalid') : 'emailMissing';
    setProblem(found);
    if (found) return field.focus();
    await submit(() => onSend(email));
  };
  return (
    <>
      <FailureNotice failure={failure} />
      <form ref={form} method="post" noValidate onSubmit={send}>
        <Field
          name="email"
          label={t('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          problem={problem ? t(problem) : undefined}
        />
        <SubmitButton isBusy={isBusy}>{action}</SubmitButton>
      </form>
    </>
  );
}
