import { useAddress } from './use-address.ts';

/** The state that the browser keeps beside the address of a page: the pages before it, with the number of rows before each. */
interface Way {
  way: string[];
  offsets: number[];
  offset: number | null;
  total: number | null | undefined;
}

/**
 * Pages are found by where they begin, so the way back is known only from the way here: it stays with the browser's
 * entry of this page, through reloads too. A person who was sent an address goes back to the first page.
 */
export function usePages() {
  const { search, state, change } = useAddress();
  const after = search.get('after');
  const { way, offsets, offset, total } = readWay(state);
  return {
    after,
    isBackUnknown: after !== null && way.length === 0,
    /** The number of rows before this page; null where the way here is unknown. */
    offset: after === null ? 0 : offset,
    /** The number of all rows, as the first page told it. */
    total: after === null ? undefined : total,
    goForward: (next: string, count = 0, all: number | null | undefined = undefined) =>
      change(
        { after: next },
        {
          state: {
            way: [...way, after ?? ''],
            offsets: [...offsets, offset ?? 0],
            offset: after === null ? count : offset !== null && count > 0 ? offset + count : null,
            total: all,
          },
        },
      ),
    goBack: () =>
      change(
        { after: way.at(-1) || null },
        {
          state: { way: way.slice(0, -1), offsets: offsets.slice(0, -1), offset: offsets.at(-1) ?? null, total },
        },
      ),
  };
}

function readWay(state: unknown): Way {
  const { way, offsets, offset, total } = (state ?? {}) as Record<keyof Way, unknown>;
  const isNumber = (value: unknown) => typeof value === 'number';
  return {
    way: Array.isArray(way) ? way.filter((step) => typeof step === 'string') : [],
    offsets: Array.isArray(offsets) ? offsets.filter(isNumber) : [],
    offset: isNumber(offset) ? (offset as number) : null,
    total: isNumber(total) || total === null ? (total as number | null) : undefined,
  };
}
