import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import { ModalDialog } from './modal-dialog.tsx';
import { Refusal } from './refusal.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What happens, in one or two sentences. */
  text: string;
  /** Names the act, never just "yes". */
  action: string;
  /** Names what happens without it, where "cancel" could mean either. */
  dismissal?: string;
  isDanger?: boolean;
  isBusy?: boolean;
  error?: ApiError | null;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for confirmation of an act that affects other people, and says how. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, isDanger = false, isBusy = false, error = null, onConfirm, onClose, children } = props;
  const { dismissal } = props;
  const { t } = useTranslation('kit');
  return (
    <ModalDialog title={title} text={text} onClose={onClose}>
      {children}
      <Refusal error={error} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {dismissal ?? t('cancel')}
        </button>
        <button
          type="button"
          className={`button ${isDanger ? 'button-danger' : 'button-primary'}`}
          aria-busy={isBusy}
          onClick={() => !isBusy && onConfirm()}
        >
          {action}
        </button>
      </div>
    </ModalDialog>
  );
}
