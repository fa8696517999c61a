import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { useUplift } from './use-carts.ts';

/** Says what recovery brings: the share of carts that were paid with it and without it, and how sure the difference is. */
export function UpliftTab() {
  const { t } = useTranslation('carts');
  const { locale } = useHost();
  const { search, change } = useAddress();
  const period = readPeriod(search, { kind: 'all' });
  const { data, error, refetch } = useUplift(period.kind === 'all' ? {} : toPeriod(period));
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const points = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const count = (number: number) => formatCount(number, locale);
  const shareOf = (share: number | null | undefined) =>
    share === undefined ? undefined : share === null ? '—' : percent.format(share);
  const noteOf = (arm: { carts: number; recovered: number } | undefined) =>
    arm && t('armNote', { count: arm.carts, carts: count(arm.carts), recovered: count(arm.recovered) });
  const isNothing = data?.withRecovery.carts === 0 && data.holdout.carts === 0;
  const toPoints = (share: number) => points.format(share * 100);
  return (
    <>
      <search className="list-filters">
        <PeriodFilter hasAll choice={period} onChange={(next) => change(writePeriod(next))} />
      </search>
      {isNothing ? (
        <EmptyState icon="chart" title={t('noUpliftTitle')} text={t('noUpliftText')}>
          <button type="button" className="button button-primary" onClick={() => change({ tab: 'recovery' })}>
            {t('setUp')}
          </button>
        </EmptyState>
      ) : (
        <>
          <FigureList label={t('tabs.uplift')}>
            <Figure
              isMain
              label={t('withRecovery')}
              value={shareOf(data?.withRecovery.share)}
              note={noteOf(data?.withRecovery)}
            />
            <Figure label={t('withoutRecovery')} value={shareOf(data?.holdout.share)} note={noteOf(data?.holdout)} />
            <Figure
              label={t('difference')}
              value={data && (data.difference ? t('points', { points: toPoints(data.difference.value) }) : '—')}
              note={
                data?.difference
                  ? t('interval', { low: toPoints(data.difference.low), high: toPoints(data.difference.high) })
                  : t('noHoldout')
              }
            />
          </FigureList>
          {data?.difference && (
            <p role="status" className="panel">
              {t(data.isProven ? (data.difference.value > 0 ? 'provenUp' : 'provenDown') : 'notProven')}
            </p>
          )}
          <p className="muted">{t('upliftHint')}</p>
        </>
      )}
    </>
  );
}
