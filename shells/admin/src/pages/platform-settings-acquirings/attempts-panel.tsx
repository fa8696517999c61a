import { WhenSeen } from '@feira/shell-desk/charts/when-seen.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatCount, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hours } from './acquirings-address.ts';
import type { Health } from './use-acquirings.ts';

const AttemptsChart = lazy(() => import(/* webpackChunkName: "chart" */ '@feira/shell-desk/charts/attempts-chart.tsx'));

interface AttemptsPanelProps {
  series: Health['series'];
  hours: Hours;
  name: string;
}

/** Shows the results of payments over time, as columns or as a table for those who read numbers, or hear them. */
export function AttemptsPanel({ series, hours, name }: AttemptsPanelProps) {
  const { t } = useTranslation('acquirings');
  const { locale, theme } = useHost();
  const [isTable, setIsTable] = useState(false);
  const label = `${t('overTime')}: ${name}`;
  return (
    <div className="acquiring-part">
      <div className="panel-head">
        <h3>{t('overTime')}</h3>
        <button type="button" className="button" onClick={() => setIsTable(!isTable)}>
          <Icon name={isTable ? 'chart' : 'table'} size={18} />
          {t(isTable ? 'showChart' : 'showTable')}
          <span className="visually-hidden"> {name}</span>
        </button>
      </div>
      {isTable ? (
        <SeriesTable series={series} label={label} />
      ) : (
        <div className="acquiring-chart">
          <WhenSeen placeholder={<Skeleton height={220} />}>
            <AttemptsChart
              steps={series.map(({ at, attempts, approved, failed }) => ({
                at,
                approved,
                failed,
                other: Math.max(0, attempts - approved - failed),
              }))}
              names={{ approved: t('approved'), other: t('other'), failed: t('failedOrUnknown') }}
              isWithinDay={hours <= 24}
              label={label}
              locale={locale}
              theme={theme}
            />
          </WhenSeen>
        </div>
      )}
    </div>
  );
}

function SeriesTable({ series, label }: { series: Health['series']; label: string }) {
  const { t } = useTranslation('acquirings');
  const { locale } = useHost();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a second region of the same name would only be in the way.
    <div className="acquiring-table" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('step')}</th>
            {(['attempts', 'approved', 'failedOrUnknown'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...series].reverse().map(({ at, attempts, approved, failed }) => (
            <tr key={at}>
              <th scope="row">
                {formatDate(at, locale)} {formatTime(at, locale)}
              </th>
              <td className="number">{formatCount(attempts, locale)}</td>
              <td className="number">{formatCount(approved, locale)}</td>
              <td className="number">{formatCount(failed, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
