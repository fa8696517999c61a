import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import { focusFirstProblem } from '../field-problems.ts';
import { ModalDialog } from './modal-dialog.tsx';
import { Refusal } from './refusal.tsx';

interface DialogFormProps {
  title: string;
  text?: string;
  /** The label of the button, which names the action. */
  action: string;
  isBusy: boolean;
  error: ApiError | null;
  /** Links to the page where people can mend the cause of a refusal. */
  remedy?: ReactNode;
  isWide?: boolean;
  isDanger?: boolean;
  /** Returns whether everything is filled in; where not, the first marked field gets the focus. */
  onSend: () => boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: problems stand at their fields, and the server's refusal above the buttons. */
export function DialogForm(props: DialogFormProps) {
  const { title, text, action, isBusy, error, isWide = false, isDanger = false, onSend, onClose, children } = props;
  const { remedy } = props;
  const { t } = useTranslation('kit');
  const form = useRef<HTMLFormElement>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !onSend()) focusFirstProblem(form.current);
  };
  return (
    <ModalDialog isWide={isWide} title={title} {...(text && { text })} onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={send}>
        {children}
        <Refusal error={error}>{remedy}</Refusal>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button
            type="submit"
            className={`button ${isDanger ? 'button-danger' : 'button-primary'}`}
            aria-busy={isBusy}
          >
            {action}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
