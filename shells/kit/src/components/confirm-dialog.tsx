import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import { ModalDialog } from './modal-dialog.tsx';
import { Refusal } from './refusal.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Describes the effect in one or two sentences. */
  text: string;
  /** The label of the button, which names the action and is never just "yes". */
  action: string;
  /** Names the other choice, where "cancel" could mean either. */
  dismissal?: string;
  isDanger?: boolean;
  isBusy?: boolean;
  error?: ApiError | null;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for confirmation of an act that affects other people, and describes the effect. */
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
