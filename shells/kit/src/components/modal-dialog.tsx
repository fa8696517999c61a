import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useDialogEntry } from '../use-dialog-entry.ts';

interface ModalDialogProps {
  title: string;
  /** Screen readers read it together with the title. */
  text?: string;
  isWide?: boolean;
  /** Runs when a key closes the dialog; false keeps it open. */
  mayClose?: () => boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is open as long as it is rendered. The browser keeps the focus inside and returns it afterwards; going back closes it. */
export function ModalDialog({ title, text, isWide = false, mayClose, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  const ask = useRef(mayClose);
  const id = useId();
  useEffect(() => {
    close.current = onClose;
    ask.current = mayClose;
  });
  useDialogEntry(() => {
    if (ask.current?.() === false) return false;
    close.current();
    return true;
  });
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={`${id}title`}
      aria-describedby={text ? `${id}text` : undefined}
      onCancel={(event) => {
        if (event.target === dialog.current && ask.current?.() === false) event.preventDefault();
      }}
      onClose={(event) => {
        if (event.target !== dialog.current || dialog.current?.open) return;
        // Browsers hold a dialog back once: the second press of the key closes it all the same.
        if (ask.current?.() === false) dialog.current?.showModal();
        else close.current();
      }}
    >
      <h2 id={`${id}title`}>{title}</h2>
      {text && <p id={`${id}text`}>{text}</p>}
      {children}
    </dialog>
  );
}
