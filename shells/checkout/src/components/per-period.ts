import type { Translate } from '../texts.ts';

/** Says how often an amount is charged: by months of the calendar where they are given, and otherwise by days. */
export function perPeriod(
  t: Translate,
  amount: string,
  { frequencyInDays, months }: { frequencyInDays: number; months: number | null },
): string {
  if (months === null) return t('perDays', { amount, count: frequencyInDays });
  return months === 12 ? t('perYear', { amount }) : t('perMonths', { amount, count: months });
}
