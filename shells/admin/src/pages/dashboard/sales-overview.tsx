import { CURRENCIES } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import type { getOverview } from '@feira/schemas/procedures/reports';
import { DayPanel } from '@feira/shell-desk/reports/day-panel.tsx';
import { SaleGroups } from '@feira/shell-desk/reports/group-panel.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { formatCount, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { countDays, readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { CurrencySelect } from '../../components/currency-select.tsx';
import { MONTH } from '../../components/reports/report-filter.ts';
import { useOverview } from '../../components/use-overview.ts';

type Overview = Output<typeof getOverview>;

/** Shows the platform's sales and earnings of a period by day, method and product. */
export function SalesOverview() {
  const { t } = useTranslation('admin');
  const { search, change } = useAddress();
  const read = readPeriod(search, MONTH);
  const choice = read.kind === 'all' ? MONTH : read;
  const period = toPeriod(choice);
  const chosen = CURRENCIES.find((known) => known === search.get('currency')) ?? null;
  const { data, error, isPlaceholderData, refetch } = useOverview(period, chosen);
  const overview = isPlaceholderData ? undefined : data;
  const isEmpty = overview?.days.every(({ sales, gross, profit }) => !sales && !gross && !profit);
  const numbers = {
    currency: overview?.currency ?? 'BRL',
    gross: t('overview.gross'),
    measures: [{ key: 'profit', title: t('overview.profit') }],
  } as const;
  return (
    <section className="start-overview" aria-labelledby="start-overview">
      <div className="start-overview-head">
        <h2 id="start-overview">{t('overview.title')}</h2>
        <search className="list-filters">
          <PeriodFilter choice={choice} onChange={(next) => change(writePeriod(next))} />
          <CurrencySelect
            label={t('overview.currency')}
            value={chosen ?? data?.currency}
            onChange={(currency) => change({ currency })}
          />
        </search>
      </div>
      {error && !overview ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <>
          <OverviewFigures overview={overview} />
          {isEmpty ? (
            <EmptyState icon="chart" title={t('overview.emptyTitle')} text={t('overview.emptyText')} />
          ) : (
            <>
              {countDays(period) > 1 && (
                <DayPanel
                  days={overview?.days}
                  currency={numbers.currency}
                  measures={[{ key: 'gross', title: t('overview.gross') }, ...numbers.measures]}
                  first="gross"
                />
              )}
              <SaleGroups {...numbers} methods={overview?.methods} products={overview?.products} />
            </>
          )}
        </>
      )}
    </section>
  );
}

function OverviewFigures({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const currency = overview?.currency ?? 'BRL';
  const money = (cents: number | undefined) =>
    cents === undefined ? undefined : formatSigned(cents, currency, locale);
  const { sales = 0, gross = 0, refunded = 0, charged = 0, profit = 0 } = overview ?? {};
  // Tables group sales: the profit that belongs to none of them stands in no row.
  const ofSales = overview?.methods.reduce((sum, method) => sum + method.profit, 0) ?? profit;
  const outside = ofSales !== profit && t('overview.profitOutside', { amount: money(profit - ofSales) });
  const held = overview && overview.pending + overview.available + overview.reserved;
  return (
    <FigureList label={t('overview.figures')}>
      <Figure
        isMain
        label={t('overview.gross')}
        value={money(overview?.gross)}
        note={t('overview.salesCount', { count: sales, shown: formatCount(sales, locale) })}
      />
      <Figure
        label={t('overview.profit')}
        value={money(overview?.profit)}
        note={[t('overview.profitNote', { share: formatShare(profit, gross, locale) }), outside]
          .filter(Boolean)
          .join('. ')}
      />
      <Figure
        label={t('overview.back')}
        value={money(overview && refunded + charged)}
        note={t('overview.backNote', { refunded: money(refunded), charged: money(charged) })}
      />
      <Figure
        label={t('overview.held')}
        value={money(held)}
        note={t('overview.heldNote', {
          available: money(overview?.available),
          pending: money(overview?.pending),
          reserved: money(overview?.reserved),
        })}
      />
    </FigureList>
  );
}
