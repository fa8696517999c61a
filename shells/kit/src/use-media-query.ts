import { useSyncExternalStore } from 'react';

/** Below this a table does not fit. */
export const NARROW = '(max-width: 767.98px)';
/** Below this one of many columns does not fit beside the menu. */
export const CROWDED = '(max-width: 1199.98px)';

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => matchMedia(query).matches,
  );
}
