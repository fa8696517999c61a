import { type Key, useState } from 'react';

export interface Selection<R> {
  chosen: readonly R[];
  has: (record: R) => boolean;
  /** Adds as many as may be chosen at once, or takes them out. */
  set: (records: readonly R[], isChosen: boolean) => void;
  isFull: boolean;
  clear: () => void;
}

/** The records of a list that were chosen, also on other pages of it. */
export function useSelection<R>(keyOf: (record: R) => Key, most = Number.POSITIVE_INFINITY): Selection<R> {
  const [chosen, setChosen] = useState<readonly R[]>([]);
  const keys = new Set(chosen.map(keyOf));
  return {
    chosen,
    has: (record) => keys.has(keyOf(record)),
    set: (changed, isChosen) => {
      const changedKeys = new Set(changed.map(keyOf));
      const rest = chosen.filter((record) => !changedKeys.has(keyOf(record)));
      setChosen(isChosen ? [...rest, ...changed].slice(0, most) : rest);
    },
    isFull: chosen.length >= most,
    clear: () => setChosen([]),
  };
}
