import type { StatusMap } from '@feira/schemas/manifest';

export interface StatusRow {
  /** Ours. */
  status: string;
  /** Theirs. */
  words: string[];
  /** What every word that is not named counts as. */
  isFallback: boolean;
}

/** From the first word of a payment to its last; a database keeps no order of its own. */
const ORDER = ['PENDING', 'ACTIVE', 'APPROVED', 'REJECTED', 'CANCELED', 'REFUNDED', 'CHARGEBACK'];

/** A provider has dozens of words and we have five: by ours it can be read. */
export function groupWords({ map, unknown }: StatusMap<string>): StatusRow[] {
  const used = new Set([...Object.values(map), unknown]);
  return ORDER.filter((status) => used.has(status)).map((status) => ({
    status,
    words: Object.keys(map).filter((word) => map[word] === status),
    isFallback: status === unknown,
  }));
}
