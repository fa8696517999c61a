import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useTranslation } from 'react-i18next';
import '../deliveries/deliveries.css';

/** Shows a new secret, the only time that anybody sees it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <ModalDialog title={t('secretTitle')} text={t('secretShown')} onClose={onClose}>
      <p>
        <code className="delivery-code">{secret}</code>
      </p>
      <div className="dialog-actions">
        <CopyButton text={secret} label={t('copy')} />
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('secretDone')}
        </button>
      </div>
    </ModalDialog>
  );
}
