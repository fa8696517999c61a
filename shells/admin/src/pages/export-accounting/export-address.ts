import type { Currency, Locale } from '@feira/schemas/common';
import type { Period } from '@feira/shell-kit/period';

interface ExportChoice extends Period {
  format: 'csv' | 'xlsx';
  /** An empty value means the platform's own currency. */
  currency: Currency | '';
  locale: Locale;
}

/** A link sends no language, so the address names it. */
export const toExportAddress = ({ from, to, format, currency, locale }: ExportChoice): string =>
  `/exports/accounting?${new URLSearchParams({ from, to, format, ...(currency && { currency }), lang: locale })}`;
