import { useAddress } from './use-address.ts';

/**
 * Pages are found by where they begin, so the way back is known only from the way here: it stays with the browser's
 * entry of this page, through reloads too. A person who was sent an address goes back to the first page.
 */
export function usePages() {
  const { search, state, change } = useAddress();
  const after = search.get('after');
  const before = readWay(state);
  return {
    after,
    isBackUnknown: after !== null && before.length === 0,
    goOn: (next: string) => change({ after: next }, { state: { way: [...before, after ?? ''] } }),
    goBack: () => change({ after: before.at(-1) || null }, { state: { way: before.slice(0, -1) } }),
  };
}

function readWay(state: unknown): string[] {
  const way = (state as { way?: unknown } | null)?.way;
  return Array.isArray(way) ? way.filter((step) => typeof step === 'string') : [];
}
