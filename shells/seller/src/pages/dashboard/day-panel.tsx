import { formatCurrency } from '@feira/schemas/rules/currency';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatCount, formatDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { listDays, type Period } from '@feira/shell-kit/period';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Summary } from './use-summary.ts';

const AmountByDayChart = lazy(
  () => import(/* webpackChunkName: "chart" */ '@feira/shell-kit/components/amount-by-day-chart'),
);

interface Day {
  day: string;
  amount: number;
  count: number;
}

/** Days without a sale are days too: a chart that leaves them out lies about the week. */
function fillDays(period: Period, { days }: Summary): Day[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return listDays(period).map((day) => ({
    day,
    amount: known.get(day)?.approvedAmount ?? 0,
    count: known.get(day)?.approvedCount ?? 0,
  }));
}

/** Approved amount by day, as columns or as a table for those who read numbers, or hear them. */
export function DayPanel({ period, summary }: { period: Period; summary: Summary | undefined }) {
  const { t } = useTranslation('seller');
  const { locale, theme } = useHost();
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const days = summary && fillDays(period, summary);
  const placeholder = <Skeleton height={264} />;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{t('dashboard.byDay')}</h2>
        <button type="button" className="button" onClick={() => setIsTable(!isTable)}>
          <Icon name={isTable ? 'chart' : 'table'} size={18} />
          {t(isTable ? 'dashboard.showChart' : 'dashboard.showTable')}
        </button>
      </div>
      {!days && placeholder}
      {days && !isTable && (
        <div className="dashboard-chart">
          <Suspense fallback={placeholder}>
            <AmountByDayChart days={days} label={t('dashboard.byDay')} locale={locale} theme={theme} />
          </Suspense>
        </div>
      )}
      {days && isTable && <DayTable days={days} label={t('dashboard.byDay')} />}
    </section>
  );
}

function DayTable({ days, label }: { days: Day[]; label: string }) {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className="dashboard-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.day')}</th>
            <th scope="col" className="number">
              {t('dashboard.approvedCount')}
            </th>
            <th scope="col" className="number">
              {t('dashboard.approvedAmount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, amount, count }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day, locale)}</th>
              <td className="number">{formatCount(count, locale)}</td>
              <td className="number">{formatCurrency(amount, 'BRL', locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
