import { formatCurrency } from '@feira/schemas/rules/currency';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatCount, formatDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Earnings } from './use-earnings.ts';

const AmountByDayChart = lazy(
  () => import(/* webpackChunkName: "chart" */ '@feira/shell-kit/components/amount-by-day-chart'),
);

const MEASURES = ['net', 'gross'] as const;

/** Each day as a column of one measure, or with all of them in a table for those who read numbers, or hear them. */
export function DayPanel({ earnings }: { earnings: Earnings | undefined }) {
  const { t } = useTranslation('reports');
  const { locale, theme } = useHost();
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]>('net');
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const placeholder = <Skeleton height={264} />;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head report-head">
        <h2 id={id}>{t('byDay')}</h2>
        {!isTable && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row of segments in every browser.
          <div className="segments" role="group" aria-label={t('measure')}>
            {MEASURES.map((one) => (
              <button
                key={one}
                type="button"
                className="segment"
                aria-pressed={one === measure}
                onClick={() => setMeasure(one)}
              >
                {t(one)}
              </button>
            ))}
          </div>
        )}
        <button type="button" className="button" onClick={() => setIsTable(!isTable)}>
          <Icon name={isTable ? 'chart' : 'table'} size={18} />
          {t(isTable ? 'showChart' : 'showTable')}
        </button>
      </div>
      {!earnings && placeholder}
      {earnings && !isTable && (
        <div className="report-chart">
          <Suspense fallback={placeholder}>
            <AmountByDayChart
              days={earnings.days.map((day) => ({ day: day.day, amount: day[measure] }))}
              currency={earnings.currency}
              label={t(measure)}
              locale={locale}
              theme={theme}
            />
          </Suspense>
        </div>
      )}
      {earnings && isTable && <DayTable earnings={earnings} label={t('byDay')} />}
    </section>
  );
}

function DayTable({ earnings, label }: { earnings: Earnings; label: string }) {
  const { t } = useTranslation('reports');
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, earnings.currency, locale);
  const AMOUNTS = ['gross', 'refunded', 'net'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a second region of the same name would only be in the way.
    <div className="report-table" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col" className="number">
              {t('sales')}
            </th>
            {AMOUNTS.map((name) => (
              <th key={name} scope="col" className="number">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...earnings.days].reverse().map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day, locale)}</th>
              <td className="number">{formatCount(day.sales, locale)}</td>
              {AMOUNTS.map((name) => (
                <td key={name} className="number">
                  {money(day[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
