import type { StatusMap } from '@feira/schemas/manifest';

export interface StatusRow {
  /** Our status. */
  status: string;
  /** The provider's statuses. */
  words: string[];
  /** The status of every word that the map does not name. */
  isFallback: boolean;
}

/** The order of a payment's life; a database keeps no order. */
const ORDER = ['PENDING', 'ACTIVE', 'APPROVED', 'REJECTED', 'CANCELED', 'REFUNDED', 'RETURNED', 'CHARGEBACK'];

/** Groups the provider's many statuses by our five. */
export function groupWords({ map, unknown }: StatusMap<string>): StatusRow[] {
  const used = new Set([...Object.values(map), unknown]);
  return ORDER.filter((status) => used.has(status)).map((status) => ({
    status,
    words: Object.keys(map).filter((word) => map[word] === status),
    isFallback: status === unknown,
  }));
}
