import { comparePeriods, previousPeriod } from '@feira/shell-desk/inbox/compare.ts';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { toPeriod } from '@feira/shell-kit/period';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useTranslation } from 'react-i18next';
import { useOverview } from '../../components/use-overview.ts';

/** Shows the sales of the last thirty days beside those of the thirty days before. */
export function Figures() {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const period = toPeriod({ kind: 'days', days: 30 });
  const now = useOverview(period, null);
  const before = useOverview(previousPeriod(period), null);
  if (now.error && !now.data) return <LoadError error={now.error} onRetry={now.refetch} />;
  const money = (cents: number | undefined) =>
    cents === undefined ? undefined : formatSigned(cents, now.data?.currency ?? 'BRL', locale);
  const note = (value: number | undefined, former: number | undefined) =>
    value === undefined || former === undefined
      ? undefined
      : former === 0
        ? t('inbox.noneBefore')
        : t('inbox.compared', { change: comparePeriods(value, former, locale) });
  const back = (data: typeof now.data) => data && data.refunded + data.charged;
  return (
    <section aria-labelledby="inbox-figures">
      <div className="panel-head">
        <h2 id="inbox-figures">{t('inbox.figures')}</h2>
        <PageLink to="/admin-root/dashboard">{t('inbox.allFigures')}</PageLink>
      </div>
      <FigureList label={t('inbox.figures')}>
        <Figure
          isMain
          label={t('overview.gross')}
          value={money(now.data?.gross)}
          note={note(now.data?.gross, before.data?.gross)}
        />
        <Figure
          label={t('inbox.sales')}
          value={now.data && formatCount(now.data.sales, locale)}
          note={note(now.data?.sales, before.data?.sales)}
        />
        <Figure
          label={t('overview.profit')}
          value={money(now.data?.profit)}
          note={note(now.data?.profit, before.data?.profit)}
        />
        <Figure
          label={t('overview.back')}
          value={money(back(now.data))}
          note={note(back(now.data), back(before.data))}
        />
      </FigureList>
    </section>
  );
}
