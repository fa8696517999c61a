import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { DocumentList } from '@feira/shell-kit/components/receivers/document-list';
import { useTranslation } from 'react-i18next';

interface DocumentsDialogProps {
  /** The id of the receiver. */
  id: string;
  /** Undefined for the platform's own. */
  name: string | undefined;
  onClose: () => void;
}

/** Sends the documents that a provider requests of a person or of the platform. */
export function DocumentsDialog({ id, name, onClose }: DocumentsDialogProps) {
  const { t } = useTranslation('receivers');
  return (
    <ModalDialog isWide title={name ? t('documentsTitle', { name }) : t('own.documentsTitle')} onClose={onClose}>
      <DocumentList saysNothing id={id} isOwn={false} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </ModalDialog>
  );
}
