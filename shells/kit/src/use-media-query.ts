import { useSyncExternalStore } from 'react';

/** Below this a table does not fit. */
export const NARROW = '(max-width: 767.98px)';
/** Below this one of many columns does not fit beside the menu. */
export const CROWDED = '(max-width: 1199.98px)';
/** A keyboard may be expected beside it. */
export const MOUSE = '(pointer: fine)';

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => matchMedia(query).matches,
    // A test that draws a part without a window needs an answer.
    () => false,
  );
}
