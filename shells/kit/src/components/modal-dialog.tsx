import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

interface ModalDialogProps {
  title: string;
  /** Read out together with the title. */
  text?: string;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is open as long as it is rendered. The browser keeps the focus inside and gives it back afterwards. */
export function ModalDialog({ title, text, isWide = false, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  const id = useId();
  useEffect(() => {
    close.current = onClose;
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
      onClose={(event) => {
        if (event.target === dialog.current && !dialog.current?.open) close.current();
      }}
    >
      <h2 id={`${id}title`}>{title}</h2>
      {text && <p id={`${id}text`}>{text}</p>}
      {children}
    </dialog>
  );
}
