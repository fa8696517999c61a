import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionPlace } from './connection-place.ts';
import {
  CertificateExpiry,
  ConnectionProblem,
  ConnectionStatus,
  ManagedTag,
  MethodTags,
  RolloutNote,
  UntestedMark,
} from './connection-words.tsx';
import { ProviderLogo } from './provider-logo.tsx';
import { type ConnectionSummary, useConnections } from './use-connections.ts';

interface ConnectionListProps {
  place: ConnectionPlace;
  /** Stands below the list. */
  foot?: ReactNode;
}

/** Lists the platform's connections, with everything that needs attention. */
export function ConnectionList({ place, foot }: ConnectionListProps) {
  const { t } = useTranslation('connections');
  const { data, error, refetch } = useConnections(place.of);
  const columns = useColumns(place);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (data?.connections.length === 0)
    return (
      <EmptyState icon="plug" title={t('list.emptyTitle')} text={t('list.emptyText')}>
        <LinkButton to={`${place.base}/new`}>{t('list.add')}</LinkButton>
      </EmptyState>
    );
  return (
    <section className="connections-part" aria-label={t('list.title')} aria-busy={!data}>
      <div className="connections-head">
        <p className="connections-note muted">{t('list.text')}</p>
        <PageLink className="button button-primary" to={`${place.base}/new`}>
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
      {data && foot}
    </section>
  );
}

function useColumns(place: ConnectionPlace): RecordColumn<ConnectionSummary>[] {
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
              <PageLink className="list-name" to={`${place.base}/${id}`}>
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
      <UntestedMark connection={connection} />
      <ConnectionProblem problem={problem} />
      {certificateExpiresAt && <CertificateExpiry validTo={certificateExpiresAt} />}
      {rollout && <RolloutNote rollout={rollout} />}
      {isManaged && <ManagedTag />}
    </span>
  );
}
