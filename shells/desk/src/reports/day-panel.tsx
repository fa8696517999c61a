import type { Currency } from '@feira/schemas/common';
import { formatCount, formatDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { lazy, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './reports.css';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { WhenSeen } from '../charts/when-seen.tsx';
import './add-texts.ts';

const AmountByDayChart = lazy(() => import(/* webpackChunkName: "chart" */ '../charts/amount-by-day-chart.tsx'));

/** An amount of each day, by the field's name. */
export interface Measure<K extends string> {
  key: K;
  title: string;
  /** True for a measure of the table alone. */
  isOnlyRead?: boolean;
}

interface DayPanelProps<K extends string> {
  /** Undefined while they load. */
  days: readonly ({ day: string; sales: number } & Record<K, number>)[] | undefined;
  currency: Currency;
  measures: readonly Measure<K>[];
  /** The measure that is drawn first. */
  first: K;
}

/** Draws one measure of each day as columns, or all of them as a table for those who read numbers, or hear them. */
export function DayPanel<K extends string>({ days, currency, measures, first }: DayPanelProps<K>) {
  const { t } = useTranslation('groups');
  const { locale, theme } = useHost();
  const drawn = measures.filter(({ isOnlyRead }) => !isOnlyRead);
  const [shown, setShown] = useState(first);
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const placeholder = <Skeleton height={264} />;
  const measure = drawn.find(({ key }) => key === shown);
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head report-head">
        <h2 id={id}>{t('byDay')}</h2>
        {!isTable && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row of segments in every browser.
          <div className="segments" role="group" aria-label={t('measure')}>
            {drawn.map(({ key, title }) => (
              <button
                key={key}
                type="button"
                className="segment"
                aria-pressed={key === shown}
                onClick={() => setShown(key)}
              >
                {title}
              </button>
            ))}
          </div>
        )}
        <button type="button" className="button" onClick={() => setIsTable(!isTable)}>
          <Icon name={isTable ? 'chart' : 'table'} size={18} />
          {t(isTable ? 'showChart' : 'showTable')}
        </button>
      </div>
      {!days && placeholder}
      {days && measure && !isTable && (
        <div className="report-chart">
          <WhenSeen placeholder={placeholder}>
            <AmountByDayChart
              days={days.map((day) => ({ day: day.day, amount: day[measure.key] }))}
              label={measure.title}
              currency={currency}
              locale={locale}
              theme={theme}
            />
          </WhenSeen>
        </div>
      )}
      {days && isTable && <DayTable days={days} currency={currency} measures={measures} label={t('byDay')} />}
    </section>
  );
}

interface DayTableProps<K extends string> extends Omit<DayPanelProps<K>, 'first'> {
  days: NonNullable<DayPanelProps<K>['days']>;
  label: string;
}

function DayTable<K extends string>({ days, currency, measures, label }: DayTableProps<K>) {
  const { t } = useTranslation('groups');
  const { locale } = useHost();
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
            {measures.map(({ key, title }) => (
              <th key={key} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day, locale)}</th>
              <td className="number">{formatCount(day.sales, locale)}</td>
              {measures.map(({ key }) => (
                <td key={key} className="number">
                  {formatSigned(day[key], currency, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
