import type { Locale } from '@feira/schemas/common';

const KILO = 1024;

/** 812 kB, 7,9 MB: as file managers show them. */
export function formatBytes(bytes: number, locale: Locale): string {
  const isMega = bytes >= KILO * KILO;
  const size = isMega ? bytes / KILO / KILO : bytes / KILO;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(size)} ${isMega ? 'MB' : 'kB'}`;
}
