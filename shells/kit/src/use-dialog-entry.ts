import { createContext, useContext, useEffect, useRef } from 'react';

/** False around dialogs that an address has opened already, or that ask about leaving: they add no entry of their own. */
export const DialogEntry = createContext(true);

/** The dialogs that are open now, by the ids of their history entries. */
const open = new Set<string>();

const readEntry = (): string | undefined => (history.state as { dialog?: string } | null)?.dialog;

/**
 * Gives an open dialog an entry of the browser's history, so that going back closes it and keeps the page. `onBack` returns false to keep the
 * dialog open. A dialog that closes in another way takes its entry along.
 */
export function useDialogEntry(onBack: () => boolean): void {
  const isOn = useContext(DialogEntry);
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    if (!isOn) return;
    const id = crypto.randomUUID();
    const mark = () => {
      const below = readEntry();
      const state = { ...(history.state as object | null), dialog: id };
      // A dialog that takes the place of another takes its entry over.
      if (below && !open.has(below)) history.replaceState(state, '');
      else history.pushState(state, '');
    };
    mark();
    open.add(id);
    const pop = () => {
      // Another dialog, or another page, lies above this one's entry.
      if (!open.has(id) || readEntry() === id || open.has(readEntry() ?? '')) return;
      if (back.current()) open.delete(id);
      else history.pushState({ ...(history.state as object | null), dialog: id }, '');
    };
    window.addEventListener('popstate', pop);
    return () => {
      window.removeEventListener('popstate', pop);
      open.delete(id);
      // After what closed the dialog: it may have led to another page, or opened the next dialog.
      setTimeout(() => {
        if (readEntry() === id) history.back();
      });
    };
  }, [isOn]);
}
