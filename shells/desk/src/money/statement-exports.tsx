import type { Currency } from '@feira/schemas/common';
import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import type { POSTING_KINDS } from '@feira/schemas/procedures/balances';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { addDays, findToday, type PeriodChoice, toPeriod } from '@feira/shell-kit/period';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

interface StatementExportsProps {
  period: PeriodChoice;
  currency: Currency | null;
  kind?: (typeof POSTING_KINDS)[number] | null;
}

/** Exports the statement as a file for other programs. The server limits the length of a file. */
export function StatementExports({ period, currency, kind = null }: StatementExportsProps) {
  const { t } = useTranslation('money');
  const today = findToday();
  const days =
    period.kind === 'all' ? { from: addDays(today, 1 - MAX_PERIOD_DAYS), to: today } : toPeriod(period, today);
  return <ExportLinks label={t('statement.export')} path="/exports/statement" input={{ ...days, currency, kind }} />;
}
