import type { IntegrationOwner } from '@feira/schemas/procedures/integrations';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { useAddress } from '@feira/shell-kit/use-address';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import { ConnectForm } from './connect-form.tsx';
import { ConnectionDetails } from './connection-details.tsx';
import './integrations.css';
import { useConnection, useIntegrations } from './use-integrations.ts';

interface IntegrationPageProps {
  kind: IntegrationOwner;
  /** The address of the page that lists integrations. */
  base: string;
}

/** The connection or the system to connect that the address names. */
export default function IntegrationPage({ kind, base }: IntegrationPageProps) {
  const { search } = useAddress();
  const connectionId = search.get('connection');
  if (connectionId) return <OpenedConnection key={connectionId} kind={kind} base={base} connectionId={connectionId} />;
  return <NewConnection kind={kind} base={base} integrationId={search.get('connect') ?? ''} />;
}

function Frame({ base, title, children }: { base: string; title: string; children: ReactNode }) {
  const { t } = useTranslation('integrations');
  return (
    <PageFrame title={title}>
      <BackLink to={base}>{t('title')}</BackLink>
      {children}
    </PageFrame>
  );
}

function Unknown() {
  const { t } = useTranslation('integrations');
  return <EmptyState icon="search" title={t('unknownTitle')} text={t('unknownText')} />;
}

function NewConnection({ kind, base, integrationId }: IntegrationPageProps & { integrationId: string }) {
  const { t } = useTranslation('integrations');
  const { data, error, refetch } = useIntegrations(kind);
  const integration = data?.catalogue.find(({ id }) => id === integrationId);
  return (
    <Frame base={base} title={integration?.name ?? t('title')}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={200} />}
      {data && !integration && <Unknown />}
      {integration && <ConnectForm key={integration.id} kind={kind} base={base} integration={integration} />}
    </Frame>
  );
}

function OpenedConnection({ kind, base, connectionId }: IntegrationPageProps & { connectionId: string }) {
  const { t } = useTranslation('integrations');
  const { data, error, refetch } = useConnection(connectionId);
  const isUnknown = error?.code === 'INTEGRATION_CONNECTION_NOT_FOUND' || error?.code === 'VALIDATION_FAILED';
  // While the next connection loads, the former answer stays.
  const connection = data?.id === connectionId && !isUnknown ? data : null;
  return (
    <Frame base={base} title={connection?.name ?? t('title')}>
      {isUnknown && <Unknown />}
      {error && !isUnknown && !connection && <LoadError error={error} onRetry={refetch} />}
      {!connection && !error && <Skeleton height={200} />}
      {connection && <ConnectionDetails kind={kind} base={base} connection={connection} />}
    </Frame>
  );
}
