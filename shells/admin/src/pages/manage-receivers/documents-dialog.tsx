import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { DocumentList } from '@feira/shell-kit/components/receivers/document-list';
import { useTranslation } from 'react-i18next';
import type { Receiver } from './use-receivers.ts';

/** What a provider wants to see of somebody, or of the platform: sent from here in their name. */
export function DocumentsDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const { t } = useTranslation('receivers');
  const name = receiver.person?.name;
  return (
    <ModalDialog isWide title={name ? t('documentsTitle', { name }) : t('own.documentsTitle')} onClose={onClose}>
      <DocumentList saysNothing id={receiver.id} isOwn={false} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </ModalDialog>
  );
}
