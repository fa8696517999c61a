import { useCallback, useEffect, useRef, useState } from 'react';

const PAUSE_MS = 350;

/** Keeps the text of a search field, and passes it on when the typing pauses. A text that changes elsewhere (going back) shows as well. */
export function useSearchField(current: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handOn = useRef(onSearch);
  const handed = useRef(current);
  useEffect(() => {
    handOn.current = onSearch;
  });
  useEffect(() => {
    if (current === handed.current) return;
    handed.current = current;
    setText(current);
  }, [current]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = useCallback((next: string) => {
    clearTimeout(timer.current);
    if (next === handed.current) return;
    handed.current = next;
    handOn.current(next);
  }, []);
  const type = useCallback(
    (next: string) => {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(next), PAUSE_MS);
    },
    [send],
  );
  return { text, type, finish: () => send(text) };
}
