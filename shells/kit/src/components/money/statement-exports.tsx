import type { Currency } from '@feira/schemas/common';
import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import type { POSTING_KINDS } from '@feira/schemas/procedures/balances';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host-context.ts';
import { addDays, findToday, type PeriodChoice, toPeriod } from '../../period.ts';
import { Icon } from '../icon.tsx';
import './add-texts.ts';
import './money.css';

interface StatementExportsProps {
  period: PeriodChoice;
  currency: Currency | null;
  kind?: (typeof POSTING_KINDS)[number] | null;
}

const FORMATS = ['csv', 'xlsx'] as const;

/** Exports the statement as a file for other programs. The server limits the length of a file. */
export function StatementExports({ period, currency, kind = null }: StatementExportsProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const today = findToday();
  const days =
    period.kind === 'all' ? { from: addDays(today, 1 - MAX_PERIOD_DAYS), to: today } : toPeriod(period, today);
  const addressOf = (format: (typeof FORMATS)[number]) =>
    `/exports/statement?${new URLSearchParams({ ...days, ...(currency && { currency }), ...(kind && { kind }), format, lang: locale })}`;
  return (
    <span className="money-actions">
      {FORMATS.map((format) => (
        <a key={format} className="button" href={addressOf(format)} download>
          <Icon name="download" size={18} />
          <span className="visually-hidden">{t('statement.export')} </span>
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}
