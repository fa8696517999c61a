import { listCases } from '@feira/schemas/procedures/reconciliation';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatCount, formatDate, formatDay, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useStale } from '@feira/shell-kit/use-stale';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Run, useRuns } from './use-reconciliation.ts';

/** Lists the last comparisons: the day, the number of records, and the result. */
export function RunList() {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { data, error, refetch } = useRuns();
  const markStale = useStale();
  const running = data?.items.filter(({ finishedAt }) => !finishedAt).length ?? 0;
  const before = useRef(running);
  useEffect(() => {
    // Another part of the page lists the differences.
    if (running < before.current) void markStale(listCases);
    before.current = running;
  });
  const count = (title: string, key: 'compared' | 'unanswered'): RecordColumn<Run> => ({
    key,
    title,
    isNumber: true,
    show: (run) => formatCount(run[key], locale),
  });
  const columns: RecordColumn<Run>[] = [
    {
      key: 'day',
      title: t('accounting.day'),
      isHead: true,
      show: ({ day }) => <strong>{formatDay(day, locale)}</strong>,
    },
    { key: 'result', title: t('accounting.result'), show: (run) => <RunResult run={run} /> },
    count(t('accounting.compared'), 'compared'),
    count(t('accounting.unanswered'), 'unanswered'),
    {
      key: 'at',
      title: t('accounting.ranAt'),
      show: ({ startedAt }) => `${formatDate(startedAt, locale)}, ${formatTime(startedAt, locale)}`,
    },
  ];
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (data?.items.length === 0)
    return <EmptyState icon="table" title={t('accounting.noRuns')} text={t('accounting.noRunsText')} />;
  return (
    <RecordList
      label={t('accounting.runs')}
      columns={columns}
      records={data?.items}
      keyOf={({ id }) => id}
      skeletonCount={4}
    />
  );
}

function RunResult({ run: { finishedAt, found } }: { run: Run }) {
  const { t } = useTranslation('adminMoney');
  if (!finishedAt) return <StatusBadge tone="pending" icon="clock" label={t('accounting.running')} />;
  if (found === 0) return <StatusBadge tone="approved" icon="check" label={t('accounting.equal')} />;
  return <StatusBadge tone="rejected" icon="alert" label={t('accounting.found', { count: found })} />;
}
