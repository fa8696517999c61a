import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import { focusFirstProblem } from '../field-problems.ts';
import { ModalDialog } from './modal-dialog.tsx';
import { Refusal } from './refusal.tsx';

interface DialogFormProps {
  title: string;
  text?: string;
  /** Names the act. */
  action: string;
  isBusy: boolean;
  error: ApiError | null;
  /** Where what was refused is mended. */
  remedy?: ReactNode;
  isWide?: boolean;
  isDanger?: boolean;
  /** Returns whether everything is filled in; where not, the first field that is marked gets the focus. */
  onSend: () => boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: what is wrong stands at its field, what was refused above the buttons. */
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
