import type { Output } from '@feira/schemas/procedure';
import { confirmSecondFactor, startSecondFactor } from '@feira/schemas/procedures/account';
import type { Client } from '@feira/shell-kit/client';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../sign-in/add-texts.ts';
import { CodeField, readCode } from './code-field.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useProblems } from './use-problems.ts';
import { useSubmit } from './use-submit.ts';

type Started = Output<typeof startSecondFactor>;

interface FactorSetupProps {
  client: Client;
  onConfirmed: (recoveryCodes: string[]) => void;
  onRefused: (error: unknown) => void;
}

const groupByFour = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Shows picture and secret for the authenticator, then asks for its first code. */
export function FactorSetup({ client, onConfirmed, onRefused }: FactorSetupProps) {
  const { t } = useTranslation('signIn');
  const [started, setStarted] = useState<Started | null>(null);
  const start = useSubmit();
  const { failure, isBusy, submit } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const hasStarted = useRef(false);

  const begin = () =>
    start.submit(async () => {
      try {
        setStarted(await client.call(startSecondFactor, {}));
      } catch (error) {
        onRefused(error);
        throw error;
      }
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one secret for one visit; another would make the picture worthless.
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void begin();
  }, []);

  const { problems, check, onChange } = useProblems(() => ({ code: readCode(form.current!, false) === null }));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const code = readCode(form.current!, false);
    check();
    const focus = () => (form.current?.elements.namedItem('code') as HTMLInputElement | null)?.focus();
    if (code === null) return focus();
    const refusal = await submit(async () => {
      try {
        onConfirmed((await client.call(confirmSecondFactor, { code })).recoveryCodes);
      } catch (error) {
        onRefused(error);
        throw error;
      }
    });
    if (refusal) focus();
  };
  if (start.failure)
    return (
      <>
        <FailureNotice failure={start.failure} />
        <button type="button" className="button" onClick={begin}>
          {t('retry')}
        </button>
      </>
    );
  return (
    <form ref={form} className="factor" method="post" noValidate onSubmit={send} onChange={onChange}>
      <ol className="factor-steps">
        <li>{t('factor.install')}</li>
        <li>
          {t('factor.scan')}
          <div className="factor-picture">
            {started ? (
              <img src={started.qrCode} alt={t('factor.pictureAlt')} width={176} height={176} />
            ) : (
              <Skeleton width={176} height={176} />
            )}
          </div>
          <details>
            <summary>{t('factor.type')}</summary>
            <p className="factor-secret">
              <code>{started && groupByFour(started.secret)}</code>
              <CopyButton text={started?.secret ?? ''} label={t('factor.copySecret')} />
            </p>
          </details>
        </li>
        <li>{t('factor.code')}</li>
      </ol>
      <FailureNotice failure={failure} />
      <CodeField isRecovery={false} problem={problems.code ? t('codeMissing') : undefined} />
      <SubmitButton isBusy={isBusy}>{t('factor.confirm')}</SubmitButton>
    </form>
  );
}
