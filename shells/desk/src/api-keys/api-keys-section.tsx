import type { ApiKeyKind } from '@feira/schemas/api';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './api-keys.css';
import { ChangeKeyDialog, NewKeyDialog, RevokeKeyDialog, RollKeyDialog } from './key-dialogs.tsx';
import { keyFields } from './key-fields.ts';
import { KeyRequests } from './key-requests.tsx';
import { type ListedKey, useKeys } from './use-api-keys.ts';

type Opened = { dialog: 'new' } | { dialog: 'change' | 'roll' | 'revoke' | 'requests'; record: ListedKey };

/** Lists the keys with which programs call the public API, and makes, changes, rolls and revokes them. */
export default function ApiKeysSection({ kind }: { kind: ApiKeyKind }) {
  const { t } = useTranslation('apiKeys');
  const id = useId();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data, error, refetch } = useKeys(kind);
  const close = () => setOpened(null);
  const create = (
    <button type="button" className="button button-primary" onClick={() => setOpened({ dialog: 'new' })}>
      <Icon name="plus" size={18} />
      {t('create')}
    </button>
  );
  return (
    <section aria-labelledby={id} className="api-keys">
      <div className="api-keys-head">
        <h2 id={id}>{t('title')}</h2>
        {data && data.keys.length > 0 && create}
      </div>
      <p className="muted">
        {t(`text.${kind}`)} <a href="/docs">{t('documentation')}</a>
      </p>
      {data?.mode === 'TEST' && <p className="notice notice-info">{t('testMode')}</p>}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.keys.length === 0 && (
        <EmptyState icon="lock" title={t('emptyTitle')} text={t('emptyText')}>
          {create}
        </EmptyState>
      )}
      {!error && data?.keys.length !== 0 && <KeyList kind={kind} keys={data?.keys} onOpen={setOpened} />}
      {opened?.dialog === 'new' && <NewKeyDialog kind={kind} onClose={close} />}
      {opened?.dialog === 'change' && <ChangeKeyDialog kind={kind} record={opened.record} onClose={close} />}
      {opened?.dialog === 'roll' && <RollKeyDialog record={opened.record} onClose={close} />}
      {opened?.dialog === 'revoke' && <RevokeKeyDialog record={opened.record} onClose={close} />}
      {opened?.dialog === 'requests' && <KeyRequests record={opened.record} onClose={close} />}
    </section>
  );
}

interface KeyListProps {
  kind: ApiKeyKind;
  keys: ListedKey[] | undefined;
  onOpen: (opened: Opened) => void;
}

function KeyList({ kind, keys, onOpen }: KeyListProps) {
  const { t } = useTranslation('apiKeys');
  const { locale, session } = useHost();
  const fields = keyFields(kind);
  const columns: RecordColumn<ListedKey>[] = [
    {
      key: 'key',
      title: t('columns.key'),
      isHead: true,
      show: ({ name, mode, hint }) => (
        <TwoLines first={<strong>{name}</strong>} second={<code>{`feira_${mode.toLowerCase()}_…${hint}`}</code>} />
      ),
    },
    {
      key: 'rights',
      title: t('columns.rights'),
      show: ({ scopes, networks, owner }) => (
        <TwoLines
          first={t(`held.${fields.fields.scopes.show(scopes, locale).reach}`)}
          second={[
            kind === 'PLATFORM' && owner.name,
            networks.length > 0 && t('networkCount', { count: networks.length }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ),
    },
    {
      key: 'used',
      title: t('columns.used'),
      show: ({ lastUsedAt, lastUsedIp }) =>
        lastUsedAt ? <TwoLines first={formatDate(lastUsedAt, locale)} second={lastUsedIp} /> : t('unused'),
    },
    { key: 'state', title: t('columns.state'), show: (record) => <KeyState record={record} /> },
    {
      key: 'acts',
      title: t('columns.acts'),
      isAction: true,
      show: (record) => (
        <span className="api-key-acts">
          <Act label={t('requests.open')} record={record} onClick={() => onOpen({ dialog: 'requests', record })} />
          {record.isWorking && record.owner.id === session.person.id && (
            <>
              <Act label={t('change')} record={record} onClick={() => onOpen({ dialog: 'change', record })} />
              <Act label={t('roll')} record={record} onClick={() => onOpen({ dialog: 'roll', record })} />
            </>
          )}
          {record.isWorking && (
            <Act label={t('revoke')} record={record} onClick={() => onOpen({ dialog: 'revoke', record })} />
          )}
        </span>
      ),
    },
  ];
  return <RecordList label={t('title')} columns={columns} records={keys} keyOf={({ id }) => id} skeletonCount={2} />;
}

function Act({ label, record, onClick }: { label: string; record: ListedKey; onClick: () => void }) {
  return (
    <button type="button" className="button button-small" onClick={onClick}>
      {label}
      <span className="visually-hidden"> {record.name}</span>
    </button>
  );
}

function KeyState({ record: { isWorking, revokedAt, expiresAt, oldUntil } }: { record: ListedKey }) {
  const { t } = useTranslation('apiKeys');
  const { locale } = useHost();
  if (revokedAt) return <StatusBadge tone="canceled" icon="stop" label={t('revoked')} />;
  if (!isWorking) return <StatusBadge tone="canceled" icon="clock" label={t('expired')} />;
  const until = oldUntil
    ? t('oldUntil', { until: formatDate(oldUntil, locale) })
    : expiresAt && t('expires', { until: formatDate(expiresAt, locale) });
  return <TwoLines first={<StatusBadge tone="approved" icon="check" label={t('works')} />} second={until} />;
}
