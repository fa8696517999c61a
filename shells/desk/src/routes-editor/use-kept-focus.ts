import { type RefObject, useEffect, useState } from 'react';

/**
 * Moving a row takes the focus from the button that moved it. Keeps it there, or on what is left to press in that row; after a
 * row is gone, on the field that adds one.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const [pressed, setPressed] = useState<{ key: string; act: string } | null>(null);
  useEffect(() => {
    if (!pressed) return;
    const row = list.current?.querySelector(`[data-route="${CSS.escape(pressed.key)}"]`);
    const target =
      row?.querySelector<HTMLElement>(`[data-act="${pressed.act}"]:enabled`) ??
      row?.querySelector<HTMLElement>('[data-act]:enabled') ??
      list.current?.querySelector<HTMLElement>('.route-add select');
    target?.focus();
  }, [pressed, list]);
  return (key: string, act: string) => setPressed({ key, act });
}
