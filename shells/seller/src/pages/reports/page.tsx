import { CURRENCIES } from '@feira/schemas/common';
import { CurrencyChoice } from '@feira/shell-kit/components/currency-choice';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { StatementExports } from '@feira/shell-kit/components/money/statement-exports';
import { PageFrame } from '@feira/shell-kit/components/page-frame';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { countDays, type PeriodChoice, readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { DayPanel } from './day-panel.tsx';
import { EarningFigures } from './earning-figures.tsx';
import { GroupPanels } from './group-panels.tsx';
import './reports.css';
import { useBalance, useEarnings } from './use-earnings.ts';

const DEFAULT = { kind: 'days', days: 30 } as const satisfies PeriodChoice;

/** What was earned in some days: as whom, by day, method and product. */
export default function ReportsPage() {
  const { t } = useTranslation('reports');
  const { search, change } = useAddress();
  const read = readPeriod(search, DEFAULT);
  const choice = read.kind === 'all' ? DEFAULT : read;
  const period = toPeriod(choice);
  const currency = CURRENCIES.find((known) => known === search.get('currency')) ?? null;
  const { data: balance } = useBalance(currency);
  const { data, error, isPlaceholderData, refetch } = useEarnings(period, currency);
  const earnings = isPlaceholderData ? undefined : data;
  const isEmpty = earnings?.days.every(({ sales, gross, refunded, net }) => !sales && !gross && !refunded && !net);
  return (
    <PageFrame
      title={t('title')}
      action={<StatementExports period={choice} currency={currency} />}
      filters={
        <>
          <PeriodFilter choice={choice} onChange={(next) => change(writePeriod(next))} />
          {balance && (
            <CurrencyChoice
              current={balance.currency}
              others={balance.otherCurrencies}
              onChange={(next) => change({ currency: next })}
            />
          )}
        </>
      }
    >
      {error && !earnings && <LoadError error={error} onRetry={refetch} />}
      {!(error && !earnings) && <EarningFigures earnings={earnings} />}
      {isEmpty && <EmptyState icon="chart" title={t('emptyTitle')} text={t('emptyText')} />}
      {!(error && !earnings) && !isEmpty && (
        <>
          {countDays(period) > 1 && <DayPanel earnings={earnings} />}
          <GroupPanels earnings={earnings} />
        </>
      )}
    </PageFrame>
  );
}
