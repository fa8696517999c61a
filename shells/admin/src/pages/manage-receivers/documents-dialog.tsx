import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { DocumentList } from '@feira/shell-kit/components/receivers/document-list';
import { useTranslation } from 'react-i18next';
import type { Receiver } from './use-receivers.ts';

/** Sends the documents that a provider requests of a person or of the platform. */
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
