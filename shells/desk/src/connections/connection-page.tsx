import { BackLink } from '@feira/shell-kit/components/back-link';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { PageFrame } from '../page-frame.tsx';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckPanel } from './check-panel.tsx';
import { ConnectionForm } from './connection-form.tsx';
import type { ConnectionPlace } from './connection-place.ts';
import { ManagedTag } from './connection-words.tsx';
import { formatPercent } from './format-percent.ts';
import { ProviderLogo } from './provider-logo.tsx';
import type { ConnectionDetails } from './use-connections.ts';
import './connection-page.css';
import { RemovalPanel } from './removal-panel.tsx';
import { StatusPanel } from './status-panel.tsx';
import { useLiveConnection } from './use-live-connection.ts';
import { WebhookPanel } from './webhook-panel.tsx';

interface ConnectionPageProps {
  place: ConnectionPlace;
  connectionId: string;
  /** More panels, below the form and below the state of the connection. */
  more?: (connection: ConnectionDetails) => { form: ReactNode; state: ReactNode };
}

/** The page reports an unknown platform and an unknown connection alike as not found. */
const MISSING = ['CONNECTION_NOT_FOUND', 'PLATFORM_NOT_FOUND', 'VALIDATION_FAILED'];

/** Shows one connection: its credentials, whether it takes payments, its test and its address for events. */
export function ConnectionPage({ place, connectionId, more }: ConnectionPageProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const { data: connection, error, refetch } = useLiveConnection(place.of, connectionId);
  const back = <BackLink to={place.list}>{place.listName}</BackLink>;
  if (error && !connection)
    return (
      <PageFrame title={t('item.title')} filters={back}>
        {MISSING.includes(error.code) ? (
          <EmptyState icon="search" title={t('item.missingTitle')} text={t('item.missingText')}>
            <LinkButton to={place.list}>{t('list.title')}</LinkButton>
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
  const panels = more?.(connection);
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
          <ConnectionForm key={`${connection.id} ${locale}`} place={place} connection={connection} />
          {panels?.form}
        </div>
        <div>
          <StatusPanel place={place} connection={connection} />
          <CheckPanel place={place} connection={connection} />
          {panels?.state}
          <WebhookPanel connection={connection} />
          {!connection.isManaged && <RemovalPanel place={place} connection={connection} />}
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
