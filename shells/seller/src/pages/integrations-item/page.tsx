import { TOKEN_NETWORKS, type TokenNetwork } from '@feira/schemas/pixels';
import type { Output } from '@feira/schemas/procedure';
import { getIntegration, repeatProductConversion } from '@feira/schemas/procedures/pixels';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Conversions, isReporting, NETWORK_NAMES } from '@feira/shell-desk/pixels/reporting-panel.tsx';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { isWebhookPage, WebhookPage } from '@feira/shell-desk/webhooks/item-page.tsx';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Integration = Output<typeof getIntegration>;
type Product = Integration['products'][number];

/** One advertising network with what became of the last reports, one webhook with what was sent to it, or all events. */
export default function IntegrationPage({ params }: PageProps) {
  const { t } = useTranslation('seller');
  const network = TOKEN_NETWORKS.find((known) => known === params.id);
  if (isWebhookPage(params.id)) return <WebhookPage id={params.id as string} />;
  return (
    <Frame title={network ? NETWORK_NAMES[network] : t('integrations.title')}>
      {network ? (
        <Network network={network} />
      ) : (
        <EmptyState icon="search" title={t('integrations.unknownTitle')} text={t('integrations.unknownText')} />
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('seller');
  return (
    <PageFrame title={title}>
      <BackLink to="/platform/integrations">{t('integrations.title')}</BackLink>
      {children}
    </PageFrame>
  );
}

function Network({ network }: { network: TokenNetwork }) {
  const { t } = useTranslation('seller');
  const { data, error, refetch } = useProcedureQuery(getIntegration, { network }, isReporting);
  const repeat = useChange(repeatProductConversion, getIntegration);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (data?.products.length === 0)
    return (
      <EmptyState icon="eye" title={t('integrations.emptyTitle')} text={t('integrations.emptyText')}>
        <LinkButton to="/platform/my-products">{t('integrations.toProducts')}</LinkButton>
      </EmptyState>
    );
  return (
    <>
      {data?.isListRestricted && network !== 'facebook' && (
        <p className="notice notice-info">{t('integrations.restricted')}</p>
      )}
      <Products products={data?.products} />
      {data && data.conversions.length > 0 && (
        <section className="panel form" aria-label={t('integrations.reported')}>
          <Conversions
            conversions={data.conversions}
            repeat={{
              ...repeat,
              run: async ({ conversionId }) => {
                const found = data.conversions.find(({ id }) => id === conversionId);
                return found && repeat.run({ productId: found.productId, conversionId });
              },
            }}
          />
        </section>
      )}
    </>
  );
}

function Products({ products }: { products: Product[] | undefined }) {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  const columns: RecordColumn<Product>[] = [
    {
      key: 'product',
      title: t('integrations.product'),
      isHead: true,
      show: ({ productId, name, image, pixels }) => (
        <ProductName
          image={image}
          name={
            <PageLink to={`/platform/my-products/product/${productId}?tab=settings`} className="list-name">
              {name}
            </PageLink>
          }
          second={pixels.map(({ pixelCode }) => pixelCode).join(', ')}
        />
      ),
    },
    {
      key: 'state',
      title: t('integrations.state'),
      show: ({ pixels }) =>
        pixels.some(({ savedAt }) => savedAt) ? (
          <StatusBadge tone="approved" icon="check" label={t('integrations.states.server')} />
        ) : (
          <StatusBadge tone="pending" icon="eye" label={t('integrations.states.browser')} />
        ),
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
    <RecordList
      label={t('integrations.products')}
      columns={columns}
      records={products}
      keyOf={({ productId }) => productId}
      skeletonCount={3}
    />
  );
}
