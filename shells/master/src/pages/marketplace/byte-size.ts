import type { Locale } from '@feira/schemas/common';

const KILO = 1024;

/** Formats sizes as file managers do: 812 kB, 7,9 MB. */
export function formatBytes(bytes: number, locale: Locale): string {
  const isMega = bytes >= KILO * KILO;
  const size = isMega ? bytes / KILO / KILO : bytes / KILO;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(size)} ${isMega ? 'MB' : 'kB'}`;
}
