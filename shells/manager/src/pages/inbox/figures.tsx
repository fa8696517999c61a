import { getEarnings } from '@feira/schemas/procedures/reports';
import { comparePeriods, previousPeriod } from '@feira/shell-desk/inbox/compare.ts';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { toPeriod } from '@feira/shell-kit/period';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';

/** Shows the manager's commission of the last thirty days beside the commission of the thirty days before. */
export function Figures() {
  const { t } = useTranslation('manager');
  const { locale } = useHost();
  const period = toPeriod({ kind: 'days', days: 30 });
  const now = useProcedureQuery(getEarnings, period);
  const before = useProcedureQuery(getEarnings, previousPeriod(period));
  if (now.error && !now.data) return <LoadError error={now.error} onRetry={now.refetch} />;
  const money = (cents: number | undefined) =>
    cents === undefined ? undefined : formatSigned(cents, now.data?.currency ?? 'BRL', locale);
  const note = (value: number | undefined, former: number | undefined) =>
    value === undefined || former === undefined
      ? undefined
      : former === 0
        ? t('inbox.noneBefore')
        : t('inbox.compared', { change: comparePeriods(value, former, locale) });
  return (
    <section aria-labelledby="inbox-figures">
      <h2 id="inbox-figures">{t('inbox.figures')}</h2>
      <FigureList label={t('inbox.figures')}>
        <Figure
          isMain
          label={t('inbox.commission')}
          value={money(now.data?.net)}
          note={note(now.data?.net, before.data?.net)}
        />
        <Figure
          label={t('inbox.sales')}
          value={now.data && formatCount(now.data.sales, locale)}
          note={note(now.data?.sales, before.data?.sales)}
        />
      </FigureList>
    </section>
  );
}
