import { CURRENCIES } from '@feira/schemas/common';
import { CurrencyChoice } from '@feira/shell-desk/money/currency-choice.tsx';
import { StatementExports } from '@feira/shell-desk/money/statement-exports.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DayPanel } from '@feira/shell-desk/reports/day-panel.tsx';
import { GroupPanel, SaleGroups } from '@feira/shell-desk/reports/group-panel.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { countDays, type PeriodChoice, readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { EarningFigures } from './earning-figures.tsx';
import { useBalance, useEarnings } from './use-earnings.ts';

const DEFAULT = { kind: 'days', days: 30 } as const satisfies PeriodChoice;

/** Shows the earnings of a period by role, day, method and product. */
export default function ReportsPage() {
  const { t } = useTranslation(['reports', 'kit']);
  const { search, change } = useAddress();
  const read = readPeriod(search, DEFAULT);
  const choice = read.kind === 'all' ? DEFAULT : read;
  const period = toPeriod(choice);
  const currency = CURRENCIES.find((known) => known === search.get('currency')) ?? null;
  const { data: balance } = useBalance(currency);
  const { data, error, isPlaceholderData, refetch } = useEarnings(period, currency);
  const earnings = isPlaceholderData ? undefined : data;
  const isEmpty = earnings?.days.every(({ sales, gross, refunded, net }) => !sales && !gross && !refunded && !net);
  const numbers = {
    currency: earnings?.currency ?? 'BRL',
    gross: t('gross'),
    measures: [
      { key: 'refunded', title: t('refunded') },
      { key: 'net', title: t('net') },
    ],
  } as const;
  return (
    <PageFrame
      title={t('title')}
      action={
        <span className="list-files">
          <StatementExports period={choice} currency={currency} />
        </span>
      }
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
          {countDays(period) > 1 && (
            <DayPanel
              days={earnings?.days}
              currency={numbers.currency}
              measures={[
                { key: 'gross', title: t('gross') },
                { key: 'refunded', title: t('refunded'), isOnlyRead: true },
                { key: 'net', title: t('net') },
              ]}
              first="net"
            />
          )}
          <SaleGroups {...numbers} methods={earnings?.methods} products={earnings?.products} />
          {earnings && earnings.roles.length > 1 && (
            <GroupPanel
              {...numbers}
              title={t('byRole')}
              head={t('role')}
              groups={earnings.roles}
              keyOf={({ role }) => role}
              name={({ role }) => t(`kit:role.${role}`)}
            />
          )}
        </>
      )}
    </PageFrame>
  );
}
