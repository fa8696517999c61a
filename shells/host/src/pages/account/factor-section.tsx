import { removeSecondFactor, renewRecoveryCodes } from '@feira/schemas/procedures/account';
import type { Client } from '@feira/shell-kit/client';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DoneNotice, Section } from './section.tsx';
import type { Account } from './use-account.ts';

/** Most people have set it up before or never will. */
const FactorSetup = lazy(() =>
  import(/* webpackChunkName: "factor-setup" */ '../../components/factor-setup.tsx').then((file) => ({
    default: file.FactorSetup,
  })),
);

interface FactorSectionProps {
  account: Account;
  client: Client;
  isReadOnly: boolean;
  onChanged: () => Promise<void>;
}

type Step =
  | { kind: 'rest'; done: 'on' | 'off' | 'renewed' | null }
  | { kind: 'setup' }
  | { kind: 'codes'; codes: string[]; done: 'on' | 'renewed' };

export function FactorSection({ account, client, isReadOnly, onChanged }: FactorSectionProps) {
  const { t } = useTranslation('account');
  const { failure, isBusy, submit } = useSubmit();
  const [step, setStep] = useState<Step>({ kind: 'rest', done: null });
  const [isAsking, setIsAsking] = useState(false);
  const { hasSecondFactor, isFactorMandatory, recoveryCodesLeft } = account;

  const renew = () =>
    submit(async () => {
      const { recoveryCodes } = await client.call(renewRecoveryCodes, {});
      setStep({ kind: 'codes', codes: recoveryCodes, done: 'renewed' });
    });
  const remove = async () => {
    setIsAsking(false);
    await submit(async () => {
      await client.call(removeSecondFactor, {});
      await onChanged();
      setStep({ kind: 'rest', done: 'off' });
    });
  };
  const finish = async (done: 'on' | 'renewed') => {
    await onChanged();
    setStep({ kind: 'rest', done });
  };
  let content = (
    <>
      <p className="account-value">
        <StatusBadge
          tone={hasSecondFactor ? 'approved' : 'canceled'}
          icon={hasSecondFactor ? 'check' : 'stop'}
          label={t(hasSecondFactor ? 'factor.on' : 'factor.off')}
        />
        {hasSecondFactor && <span className="muted">{t('factor.codesLeft', { count: recoveryCodesLeft })}</span>}
      </p>
      <FailureNotice failure={failure} />
      <DoneNotice text={step.kind === 'rest' && step.done ? t(`factor.done.${step.done}`) : null} />
      {!isReadOnly && (
        <div className="account-actions">
          {hasSecondFactor ? (
            <>
              <button type="button" className="button" aria-busy={isBusy} onClick={renew}>
                {t('factor.renew')}
              </button>
              {!isFactorMandatory && (
                <button type="button" className="button" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
                  {t('factor.remove')}
                </button>
              )}
            </>
          ) : (
            <button type="button" className="button" onClick={() => setStep({ kind: 'setup' })}>
              {t('factor.start')}
            </button>
          )}
        </div>
      )}
      {isFactorMandatory && <p className="muted">{t('factor.mandatory')}</p>}
    </>
  );
  if (step.kind === 'setup')
    content = (
      <>
        <Suspense fallback={<Skeleton height={360} />}>
          <FactorSetup
            client={client}
            onConfirmed={(codes) => setStep({ kind: 'codes', codes, done: 'on' })}
            onRefused={() => {}}
          />
        </Suspense>
        <button type="button" className="text-button" onClick={() => setStep({ kind: 'rest', done: null })}>
          {t('cancel')}
        </button>
      </>
    );
  if (step.kind === 'codes')
    content = <RecoveryCodes codes={step.codes} email={account.email} onSaved={() => finish(step.done)} />;
  return (
    <Section title={t('factor.title')} text={t('factor.text')}>
      {content}
      {isAsking && (
        <ConfirmDialog
          title={t('factor.removeTitle')}
          text={t('factor.removeText')}
          action={t('factor.remove')}
          onConfirm={remove}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </Section>
  );
}
