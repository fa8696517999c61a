import type { StatusMap } from '@feira/schemas/manifest';

export interface StatusRow {
  /** Ours. */
  status: string;
  /** Theirs. */
  words: string[];
  /** What every word that is not named counts as. */
  isFallback: boolean;
}

/** A provider has dozens of words and we have five: by ours it can be read. */
export function groupWords({ map, unknown }: StatusMap<string>): StatusRow[] {
  const statuses = [...new Set([...Object.values(map), unknown])];
  return statuses.map((status) => ({
    status,
    words: Object.keys(map).filter((word) => map[word] === status),
    isFallback: status === unknown,
  }));
}
