import { type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SignOutDialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  email: string;
  onConfirm: () => Promise<void>;
}

/** Asks before it ends sessions on other devices, because nobody can restore them from here. */
export function SignOutDialog({ ref, email, onConfirm }: SignOutDialogProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'asking' | 'busy' | 'failed'>('asking');
  const id = useId();
  const confirm = () => {
    if (step === 'busy') return;
    setStep('busy');
    onConfirm().catch(() => setStep('failed'));
  };
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={() => setStep('asking')}
    >
      <h2 id={`${id}title`}>{t('signOutEverywhereTitle')}</h2>
      <p id={`${id}text`}>{t('signOutEverywhereText', { email })}</p>
      {step === 'failed' && (
        <p className="field-error" role="alert">
          {t('signOutFailed')}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => ref.current?.close()}>
          {t('cancel')}
        </button>
        <button type="button" className="button button-danger" aria-busy={step === 'busy'} onClick={confirm}>
          {t('signOutEverywhere')}
        </button>
      </div>
    </dialog>
  );
}
