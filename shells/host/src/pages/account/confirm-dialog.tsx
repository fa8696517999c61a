import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfirmDialogProps {
  title: string;
  text: string;
  action: string;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** Names what the action removes. */
export function ConfirmDialog({ title, text, action, onConfirm, onCancel, children }: ConfirmDialogProps) {
  const { t } = useTranslation('account');
  return (
    <ModalDialog title={title} text={text} onClose={onCancel}>
      {children}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="button" className="button button-danger" onClick={onConfirm}>
          {action}
        </button>
      </div>
    </ModalDialog>
  );
}
