import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageFrame } from '@feira/shell-kit/components/page-frame';
import { PageLink } from '@feira/shell-kit/components/page-link';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useTranslation } from 'react-i18next';
import { ManagedTag } from '../../connections/connection-words.tsx';
import { formatPercent } from '../../connections/format-percent.ts';
import { type ConnectionDetails, usePlatform } from '../../connections/use-connections.ts';
import { ProviderLogo } from '../../marketplace/provider-logo.tsx';
import { CheckPanel } from './check-panel.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { CostsPanel } from './costs-panel.tsx';
import './platforms-connections-item.css';
import { RemovalPanel } from './removal-panel.tsx';
import { StatusPanel } from './status-panel.tsx';
import { useLiveConnection } from './use-live-connection.ts';
import { VersionsPanel } from './versions-panel.tsx';
import { WebhookPanel } from './webhook-panel.tsx';

/** The page reports an unknown platform and an unknown connection alike as not found. */
const MISSING = ['CONNECTION_NOT_FOUND', 'PLATFORM_NOT_FOUND', 'VALIDATION_FAILED'];

export default function ConnectionPage({ params }: PageProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const platformId = params.id!;
  const list = `/master-root/platforms/${platformId}?part=connections`;
  const { data: platform } = usePlatform(platformId);
  const { data: connection, error, refetch } = useLiveConnection(platformId, params.connectionId!);
  const back = <PageLink to={list}>{platform ? t('new.back', { name: platform.name }) : t('list.title')}</PageLink>;
  if (error && !connection)
    return (
      <PageFrame title={t('item.title')} filters={back}>
        {MISSING.includes(error.code) ? (
          <EmptyState icon="search" title={t('item.missingTitle')} text={t('item.missingText')}>
            <LinkButton to={list}>{t('list.title')}</LinkButton>
          </EmptyState>
        ) : (
          <LoadError error={error} onRetry={refetch} />
        )}
      </PageFrame>
    );
  if (!connection)
    return (
      <PageFrame title={t('item.title')} filters={back}>
        <div className="connection-panels" aria-busy="true">
          <Skeleton height={480} />
          <Skeleton height={480} />
        </div>
      </PageFrame>
    );
  const { providerName, environment, version, createdAt } = connection;
  return (
    <PageFrame title={connection.name} filters={back}>
      <div className="connection-lead">
        <ProviderLogo id={connection.provider} name={providerName} logo={undefined} />
        <p>
          <span>
            <strong>{providerName}</strong> · {t(`environments.${environment}`)} · {t('list.version', { version })}
          </span>
          <span className="muted">{t('item.since', { date: formatDate(createdAt, locale) })}</span>
        </p>
        {connection.isManaged && <ManagedTag />}
      </div>
      <Notices connection={connection} />
      <div className="connection-panels">
        <div>
          <ConnectionForm key={`${connection.id} ${locale}`} platformId={platformId} connection={connection} />
          <VersionsPanel platformId={platformId} connection={connection} />
        </div>
        <div>
          <StatusPanel platformId={platformId} connection={connection} />
          <CheckPanel platformId={platformId} connection={connection} />
          <CostsPanel key={connection.id} platformId={platformId} connection={connection} />
          <WebhookPanel connection={connection} />
          {!connection.isManaged && <RemovalPanel platformId={platformId} connection={connection} list={list} />}
        </div>
      </div>
    </PageFrame>
  );
}

/** Shows the most urgent facts at the head of the page. */
function Notices({ connection: { isManaged, problem, rollout } }: { connection: ConnectionDetails }) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  return (
    <>
      {isManaged && (
        <div className="notice notice-info">
          <Icon name="lock" />
          <p>{t('managedText')}</p>
        </div>
      )}
      {problem && (
        <div className="notice notice-error">
          <Icon name="alert" />
          <p>
            <strong>{t(`problems.${problem}`)}</strong>
            <span>{t(`problemHints.${problem}`)}</span>
          </p>
        </div>
      )}
      {rollout && (
        <div className="notice notice-info">
          <Icon name="retry" />
          <p>
            {rollout.state === 'CANARY'
              ? t('versions.open', { share: formatPercent(rollout.share, locale), version: rollout.toVersion })
              : t('versions.openPreparing', { version: rollout.toVersion })}
          </p>
          <a className="button" href="#versions">
            {t('versions.seeOpen')}
          </a>
        </div>
      )}
    </>
  );
}
