import { useAddress } from './use-address.ts';

/** The state of a history entry that opened a thing, so that closing goes back instead of adding another entry. */
const OPENED = 'opened';

/**
 * Keeps which thing a dialog shows in the address, so that it can be sent to somebody and going back closes it. Dialogs inside stand in a
 * `DialogEntry` of false, because the address has its entry already.
 */
export function useOpened(parameter = 'open') {
  const { search, state, change } = useAddress();
  const wasOpenedHere = (state as Record<string, unknown> | null)?.[OPENED] === parameter;
  return {
    id: search.get(parameter),
    open: (id: string) => change({ [parameter]: id }, { state: { ...(state as object | null), [OPENED]: parameter } }),
    close: () => {
      if (wasOpenedHere) history.back();
      else change({ [parameter]: null }, { isReplaced: true, state });
    },
  };
}
