import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SignOutDialogProps {
  email: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before it ends sessions on other devices, because nobody can restore them from here. */
export default function SignOutDialog({ email, onConfirm, onClose }: SignOutDialogProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'asking' | 'busy' | 'failed'>('asking');
  const confirm = () => {
    if (step === 'busy') return;
    setStep('busy');
    onConfirm().catch(() => setStep('failed'));
  };
  return (
    <ModalDialog title={t('signOutEverywhereTitle')} text={t('signOutEverywhereText', { email })} onClose={onClose}>
      {step === 'failed' && (
        <p className="field-error" role="alert">
          {t('signOutFailed')}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className="button button-danger" aria-busy={step === 'busy'} onClick={confirm}>
          {t('signOutEverywhere')}
        </button>
      </div>
    </ModalDialog>
  );
}
