import Modal from 'antd/es/modal/Modal';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import '../styles/dialogs.css';
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

const NARROW_PX = 440;
const WIDE_PX = 720;
const FOCUSABLE =
  'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href], [tabindex="0"]';

/** A dialog that is open as long as it is rendered. It keeps the focus inside and returns it afterwards; going back closes it. */
export function ModalDialog({ title, text, isWide = false, mayClose, onClose, children }: ModalDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  const ask = useRef(mayClose);
  const id = useId();
  useEffect(() => {
    close.current = onClose;
    ask.current = mayClose;
  });
  const leave = () => {
    if (ask.current?.() === false) return false;
    close.current();
    return true;
  };
  useDialogEntry(leave);
  const findDialog = () => content.current?.closest('[role=dialog]');
  useReturnedFocus(findDialog);
  // antd names a dialog by its title and knows no description.
  useLayoutEffect(() => {
    if (text) findDialog()?.setAttribute('aria-describedby', `${id}text`);
  });
  return (
    <Modal
      open
      centered
      className="dialog"
      width={isWide ? WIDE_PX : NARROW_PX}
      title={<h2>{title}</h2>}
      footer={null}
      // Every dialog has a button with a word that closes it.
      closable={false}
      mask={{ closable: false }}
      // The browser's policy refuses the style that antd would lock the page with; the dialog's own place scrolls.
      scrollLock={false}
      onCancel={leave}
      afterOpenChange={(isOpen) => {
        const dialog = findDialog();
        if (isOpen && document.activeElement === dialog) dialog?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
      }}
    >
      <div ref={content} className="dialog-content">
        {text && <p id={`${id}text`}>{text}</p>}
        {children}
      </div>
    </Modal>
  );
}

/** Holds, for each open dialog, the elements that had the focus before it: its own opener first, then the openers of the dialogs below. */
const openers = new WeakMap<Element, HTMLElement[]>();

function listOpeners(): HTMLElement[] {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return [];
  const outer = activeElement.closest('[role=dialog]');
  return [activeElement, ...((outer && openers.get(outer)) ?? [])];
}

/** Gives the focus back, when the dialog is gone, to what had it before; a dialog may have taken the place of the one that it was opened from. */
function useReturnedFocus(findDialog: () => Element | null | undefined): void {
  const [before] = useState(listOpeners);
  useLayoutEffect(() => {
    const dialog = findDialog();
    if (dialog) openers.set(dialog, before);
  });
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        before.find((element) => element.isConnected)?.focus({ preventScroll: true });
    },
    [before],
  );
}
