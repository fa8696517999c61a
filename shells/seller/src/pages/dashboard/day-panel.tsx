import { formatCurrency } from '@feira/schemas/rules/currency';
import { WhenSeen } from '@feira/shell-desk/charts/when-seen.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatCount, formatDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { lazy, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Summary } from './use-summary.ts';

const AmountByDayChart = lazy(
  () => import(/* webpackChunkName: "chart" */ '@feira/shell-desk/charts/amount-by-day-chart.tsx'),
);

/** Shows the approved amount by day, as columns or as a table for those who read numbers, or hear them. */
export function DayPanel({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation('seller');
  const { locale, theme } = useHost();
  const [isTable, setIsTable] = useState(false);
  const id = useId();
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
      {!summary && placeholder}
      {summary && !isTable && (
        <div className="dashboard-chart">
          <WhenSeen placeholder={placeholder}>
            <AmountByDayChart
              days={summary.days.map(({ day, approvedAmount }) => ({ day, amount: approvedAmount }))}
              currency={summary.currency}
              label={t('dashboard.byDay')}
              locale={locale}
              theme={theme}
            />
          </WhenSeen>
        </div>
      )}
      {summary && isTable && <DayTable summary={summary} label={t('dashboard.byDay')} />}
    </section>
  );
}

function DayTable({ summary, label }: { summary: Summary; label: string }) {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a second region of the same name would only be in the way.
    <div className="dashboard-table" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.day')}</th>
            <th scope="col" className="number">
              {t('dashboard.sales')}
            </th>
            <th scope="col" className="number">
              {t('dashboard.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...summary.days].reverse().map(({ day, approvedAmount, approvedCount }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day, locale)}</th>
              <td className="number">{formatCount(approvedCount, locale)}</td>
              <td className="number">{formatCurrency(approvedAmount, summary.currency, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
