import type { Output } from '@feira/schemas/procedure';
import { createExport, listExports, openExport } from '@feira/schemas/procedures/full-exports';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatBytes, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';

type Item = Output<typeof listExports>['items'][number];

const isUnderWay = ({ items }: Output<typeof listExports>): boolean => items.some(({ state }) => state !== 'READY');

/** Makes one file with everything that the seller has, and offers it for a day. */
export function FullExport() {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const { data, error, refetch } = useProcedureQuery(listExports, {}, isUnderWay);
  const creation = useChange(createExport, listExports);
  const opening = useChange(openExport);
  const download = async (exportId: string) => {
    const opened = await opening.run({ exportId });
    if (opened) location.assign(opened.url);
  };
  const toMoment = (iso: string) => `${formatDate(iso, locale)}, ${formatTime(iso, locale)}`;
  const columns: RecordColumn<Item>[] = [
    {
      key: 'createdAt',
      title: t('export.createdAt'),
      isHead: true,
      show: (item) => toMoment(item.createdAt),
    },
    {
      key: 'state',
      title: t('export.state'),
      show: ({ state }) => (
        <StatusBadge tone={state === 'READY' ? 'approved' : 'pending'} label={t(`export.states.${state}`)} />
      ),
    },
    {
      key: 'bytes',
      title: t('export.bytes'),
      isNumber: true,
      show: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes, locale)),
    },
    {
      key: 'expiresAt',
      title: t('export.expiresAt'),
      show: ({ expiresAt }) => (expiresAt ? toMoment(expiresAt) : '–'),
    },
    {
      key: 'download',
      title: t('export.download'),
      isAction: true,
      show: ({ id, state }) =>
        state === 'READY' && (
          <button type="button" className="button button-small" aria-busy={opening.isBusy} onClick={() => download(id)}>
            {t('export.download')}
          </button>
        ),
    },
  ];
  const items = data?.items;
  return (
    <div className="import-step">
      <p className="muted">{t('export.text')}</p>
      <div className="import-acts">
        <button
          type="button"
          className="button button-primary"
          aria-busy={creation.isBusy}
          onClick={() => !creation.isBusy && creation.run({})}
        >
          {t('export.create')}
        </button>
      </div>
      <Refusal error={creation.error ?? opening.error} />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {items?.length === 0 ? (
        <EmptyState icon="download" title={t('export.empty')} text={t('export.emptyText')} />
      ) : (
        !error && <RecordList label={t('tabs.export')} columns={columns} records={items} keyOf={({ id }) => id} />
      )}
    </div>
  );
}
