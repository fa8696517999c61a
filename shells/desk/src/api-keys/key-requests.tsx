import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { CheckField } from '@feira/shell-kit/components/form-fields';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type KeyRequest, type ListedKey, useRequests } from './use-api-keys.ts';

/** Lists what a key changed and what it was refused lately. */
export function KeyRequests({ record, onClose }: { record: ListedKey; onClose: () => void }) {
  const { t } = useTranslation('apiKeys');
  const { locale } = useHost();
  const [isRefused, setIsRefused] = useState(false);
  const [path, setPath] = useState<string[]>([]);
  const { data, error, refetch } = useRequests(record.id, isRefused, path.at(-1) ?? null);
  const columns: RecordColumn<KeyRequest>[] = [
    {
      key: 'call',
      title: t('requests.call'),
      isHead: true,
      show: ({ call, createdAt }) => (
        <TwoLines
          first={<code>{call}</code>}
          second={`${formatDate(createdAt, locale)} ${formatTime(createdAt, locale)}`}
        />
      ),
    },
    {
      key: 'status',
      title: t('requests.status'),
      show: ({ status, code }) => (
        <TwoLines
          first={
            <StatusBadge tone={code ? 'rejected' : 'approved'} icon={code ? 'alert' : 'check'} label={String(status)} />
          }
          second={code && <code>{code}</code>}
        />
      ),
    },
    { key: 'ip', title: t('requests.ip'), show: ({ ip }) => ip ?? '—' },
    { key: 'id', title: t('requests.id'), isText: true, show: ({ id }) => <code className="api-token">{id}</code> },
  ];
  const { next = null } = data ?? {};
  return (
    <ModalDialog isWide title={t('requestsTitle', { name: record.name })} text={t('requestsText')} onClose={onClose}>
      <div className="form">
        <CheckField
          label={t('requests.refusedOnly')}
          isChecked={isRefused}
          onChange={(isNow) => {
            setIsRefused(isNow);
            setPath([]);
          }}
        />
        {error && !data && <LoadError error={error} onRetry={refetch} />}
        {data?.items.length === 0 ? (
          <EmptyState icon="inbox" title={t('requests.emptyTitle')} text={t('requests.emptyText')} />
        ) : (
          <RecordList
            label={t('requestsTitle', { name: record.name })}
            columns={columns}
            records={data?.items}
            keyOf={({ id }) => id}
            skeletonCount={3}
          />
        )}
        <div className="dialog-actions">
          {path.length > 0 && (
            <button type="button" className="button" onClick={() => setPath(path.slice(0, -1))}>
              {t('requests.newer')}
            </button>
          )}
          {next && (
            <button type="button" className="button" onClick={() => setPath([...path, next])}>
              {t('requests.older')}
            </button>
          )}
          <button type="button" className="button button-primary" onClick={onClose}>
            {t('requests.close')}
          </button>
        </div>
      </div>
    </ModalDialog>
  );
}
