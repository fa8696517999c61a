import { DocumentList } from '@feira/shell-desk/receivers/document-list.tsx';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useTranslation } from 'react-i18next';

interface DocumentsDialogProps {
  /** The id of the receiver. */
  id: string;
  /** Null for the platform's own receiver; undefined where nobody knows yet whose it is. */
  person: { name: string } | null | undefined;
  onClose: () => void;
}

/** Sends the documents that a provider requests of a person or of the platform. */
export function DocumentsDialog({ id, person, onClose }: DocumentsDialogProps) {
  const { t } = useTranslation('receivers');
  const known = person === null ? t('own.documentsTitle') : t('documents.title');
  const title = person ? t('documentsTitle', { name: person.name }) : known;
  return (
    <ModalDialog isWide title={title} onClose={onClose}>
      <DocumentList saysNothing id={id} isOwn={false} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </ModalDialog>
  );
}
