import { MOST_AT_ONCE } from '@feira/schemas/procedures/fulfilment';
import { useState } from 'react';
import type { Listed } from './use-shipments.ts';

export interface Selection {
  chosen: Listed[];
  has: (listed: Listed) => boolean;
  /** Adds as many as may be chosen at once, or takes them out. */
  set: (listed: readonly Listed[], isChosen: boolean) => void;
  isFull: boolean;
  clear: () => void;
}

/** The orders that were chosen, also on other pages of the list. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<Listed[]>([]);
  const ids = new Set(chosen.map(({ saleId }) => saleId));
  return {
    chosen,
    has: ({ saleId }) => ids.has(saleId),
    set: (changed, isChosen) => {
      const changedIds = new Set(changed.map(({ saleId }) => saleId));
      const rest = chosen.filter(({ saleId }) => !changedIds.has(saleId));
      setChosen(isChosen ? [...rest, ...changed].slice(0, MOST_AT_ONCE) : rest);
    },
    isFull: chosen.length >= MOST_AT_ONCE,
    clear: () => setChosen([]),
  };
}
