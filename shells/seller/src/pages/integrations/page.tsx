import type { Output } from '@feira/schemas/procedure';
import { listIntegrations } from '@feira/schemas/procedures/pixels';
import IntegrationCatalogue from '@feira/shell-desk/integrations/integration-catalogue.tsx';
import IntegrationPage from '@feira/shell-desk/integrations/integration-page.tsx';
import { useOpenedIntegration } from '@feira/shell-desk/integrations/use-opened-integration.ts';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { NETWORK_NAMES } from '@feira/shell-desk/pixels/reporting-panel.tsx';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import WebhooksSection from '@feira/shell-desk/webhooks/webhooks-section.tsx';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

const BASE = '/platform/integrations';

const ApiKeysSection = lazy(
  () => import(/* webpackChunkName: "api-keys" */ '@feira/shell-desk/api-keys/api-keys-section.tsx'),
);

type Integration = Output<typeof listIntegrations>['networks'][number];

/**
 * Lists the catalogue of integrations with what is connected, the advertising networks that the seller's checkouts report to, the seller's
 * webhooks and their API keys.
 */
export default function IntegrationsPage() {
  return useOpenedIntegration() ? <IntegrationPage kind="SELLER" base={BASE} /> : <Lists />;
}

function Lists() {
  const { t } = useTranslation('seller');
  const { t: words } = useTranslation('integrations');
  const { locale } = useHost();
  const { data, error, refetch } = useProcedureQuery(listIntegrations, {});
  const isClosed = ({ network }: Integration) => data?.isListRestricted === true && network !== 'facebook';
  const columns: RecordColumn<Integration>[] = [
    {
      key: 'network',
      title: t('integrations.network'),
      isHead: true,
      show: ({ network }) => (
        <PageLink to={`/platform/integrations/${network}`} className="list-name">
          {NETWORK_NAMES[network]}
        </PageLink>
      ),
    },
    {
      key: 'state',
      title: t('integrations.state'),
      show: (integration) => <IntegrationState integration={integration} isClosed={isClosed(integration)} />,
    },
    {
      key: 'products',
      title: t('integrations.products'),
      isNumber: true,
      show: ({ products }) => formatCount(products, locale),
    },
    {
      key: 'reported',
      title: t('integrations.reported'),
      isNumber: true,
      show: ({ sent, failed }) => (
        <TwoLines
          first={formatCount(sent, locale)}
          second={failed > 0 && <span className="field-error">{t('integrations.failed', { count: failed })}</span>}
        />
      ),
    },
  ];
  return (
    <PageFrame title={t('integrations.title')}>
      <IntegrationCatalogue kind="SELLER" base={BASE} ownWebhook={{ to: `${BASE}?new=webhook` }} />
      <h2>{words('networks')}</h2>
      <p className="muted">{t('integrations.text')}</p>
      {data?.isListRestricted && <p className="notice notice-info">{t('integrations.restricted')}</p>}
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <RecordList
          label={t('integrations.title')}
          columns={columns}
          records={data?.networks}
          keyOf={({ network }) => network}
          skeletonCount={5}
        />
      )}
      <WebhooksSection />
      <Suspense>
        <ApiKeysSection kind="SELLER" />
      </Suspense>
    </PageFrame>
  );
}

function IntegrationState({ integration, isClosed }: { integration: Integration; isClosed: boolean }) {
  const { t } = useTranslation('seller');
  const { products, reporting } = integration;
  if (isClosed) return <StatusBadge tone="canceled" icon="lock" label={t('integrations.states.closed')} />;
  if (products === 0) return <StatusBadge tone="canceled" icon="dot" label={t('integrations.states.off')} />;
  return reporting > 0 ? (
    <StatusBadge tone="approved" icon="check" label={t('integrations.states.server')} />
  ) : (
    <StatusBadge tone="pending" icon="eye" label={t('integrations.states.browser')} />
  );
}
