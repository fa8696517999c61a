import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useTranslation } from 'react-i18next';
import {
  CertificateExpiry,
  ConnectionProblem,
  ConnectionStatus,
  ManagedTag,
  MethodTags,
  RolloutNote,
} from '../../connections/connection-words.tsx';
import { type ConnectionSummary, useConnections } from '../../connections/use-connections.ts';
import { ProviderLogo } from '../../marketplace/provider-logo.tsx';
import { KeyRotation } from './key-rotation.tsx';

/** Lists the platform's connections, with everything that needs attention. */
export function ConnectionsPart({ platformId }: { platformId: string }) {
  const { t } = useTranslation('connections');
  const { data, error, refetch } = useConnections(platformId);
  const columns = useColumns(platformId);
  const place = `/master-root/platforms/${platformId}/connections/new`;
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (data?.connections.length === 0)
    return (
      <EmptyState icon="plug" title={t('list.emptyTitle')} text={t('list.emptyText')}>
        <LinkButton to={place}>{t('list.add')}</LinkButton>
      </EmptyState>
    );
  return (
    <section className="connections-part" aria-label={t('list.title')} aria-busy={!data}>
      <div className="connections-head">
        <p className="connections-note muted">{t('list.text')}</p>
        <PageLink className="button button-primary" to={place}>
          <Icon name="plus" size={18} />
          {t('list.add')}
        </PageLink>
      </div>
      <RecordList
        label={t('list.title')}
        columns={columns}
        records={data?.connections}
        keyOf={({ id }) => id}
        skeletonCount={3}
      />
      {data && <KeyRotation platformId={platformId} />}
    </section>
  );
}

function useColumns(platformId: string): RecordColumn<ConnectionSummary>[] {
  const { t } = useTranslation('connections');
  return [
    {
      key: 'name',
      title: t('list.name'),
      isHead: true,
      show: ({ id, name, provider, providerName }) => (
        <span className="connection-name">
          <ProviderLogo id={provider} name={providerName} logo={undefined} />
          <TwoLines
            first={
              <PageLink className="list-name" to={`/master-root/platforms/${platformId}/connections/${id}`}>
                {name}
              </PageLink>
            }
            second={providerName}
          />
        </span>
      ),
    },
    {
      key: 'environment',
      title: t('list.environment'),
      show: ({ environment, version }) => (
        <TwoLines first={t(`environments.${environment}`)} second={t('list.version', { version })} />
      ),
    },
    { key: 'methods', title: t('list.methods'), show: ({ methods }) => <MethodTags methods={methods} /> },
    { key: 'status', title: t('list.status'), show: (connection) => <Marks connection={connection} /> },
  ];
}

function Marks({ connection }: { connection: ConnectionSummary }) {
  const { status, problem, certificateExpiresAt, rollout, isManaged } = connection;
  return (
    <span className="connection-marks">
      <ConnectionStatus status={status} />
      <ConnectionProblem problem={problem} />
      {certificateExpiresAt && <CertificateExpiry validTo={certificateExpiresAt} />}
      {rollout && <RolloutNote rollout={rollout} />}
      {isManaged && <ManagedTag />}
    </span>
  );
}
