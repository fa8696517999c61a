import type { Currency, Locale } from '@feira/schemas/common';
import type { Period } from '@feira/shell-kit/period';

interface ExportChoice extends Period {
  format: 'csv' | 'xlsx';
  /** Empty: the platform's own. */
  currency: Currency | '';
  locale: Locale;
}

/** A link sends no language of its own, so the address names it. */
export const toExportAddress = ({ from, to, format, currency, locale }: ExportChoice): string =>
  `/exports/accounting?${new URLSearchParams({ from, to, format, ...(currency && { currency }), lang: locale })}`;
