import { getPlatformPixels } from '@feira/schemas/procedures/pixels';
import { listRoutes } from '@feira/schemas/procedures/routing';
import { listDomains } from '@feira/schemas/procedures/settings';
import { useOpenedIntegration } from '@feira/shell-desk/integrations/use-opened-integration.ts';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { NETWORK_NAMES } from '@feira/shell-desk/pixels/reporting-panel.tsx';
import { Owner } from '@feira/shell-desk/webhooks/owner.ts';
import type { ApiError } from '@feira/shell-kit/client';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './integrations.css';

// These come together, in the file of the webhooks: each file more is a line in what every page of the dashboard fetches first.
const IntegrationPage = lazy(
  () => import(/* webpackChunkName: "webhooks" */ '@feira/shell-desk/integrations/integration-page.tsx'),
);
const IntegrationCatalogue = lazy(
  () => import(/* webpackChunkName: "webhooks" */ '@feira/shell-desk/integrations/integration-catalogue.tsx'),
);
const WebhooksSection = lazy(
  () => import(/* webpackChunkName: "webhooks" */ '@feira/shell-desk/webhooks/webhooks-section.tsx'),
);

const ApiKeysSection = lazy(
  () => import(/* webpackChunkName: "webhooks" */ '@feira/shell-desk/api-keys/api-keys-section.tsx'),
);

const BASE = '/admin-root/integrations';

/** Shows everything outside of the platform that it works with, each with its state and the page where it is set up, the platform's webhooks and its API keys. */
export default function IntegrationsPage() {
  if (!useOpenedIntegration()) return <Overview />;
  return (
    <Suspense>
      <IntegrationPage kind="PLATFORM" base={BASE} />
    </Suspense>
  );
}

function Overview() {
  const { t } = useTranslation('admin');
  return (
    <PageFrame title={t('integrations.title')}>
      <p className="muted">{t('integrations.text')}</p>
      <div className="integrations">
        <Providers />
        <Pixels />
        <Domains />
      </div>
      <Suspense>
        <IntegrationCatalogue kind="PLATFORM" base={BASE} ownWebhook={{ to: `${BASE}?new=webhook` }} />
        <Owner value="PLATFORM">
          <WebhooksSection />
        </Owner>
        <ApiKeysSection kind="PLATFORM" />
      </Suspense>
    </PageFrame>
  );
}

interface PartProps {
  title: string;
  text: string;
  to: string;
  action: string;
  query: { data: unknown; error: ApiError | null; refetch: () => unknown };
  none: string;
  children: ReactNode[] | undefined;
}

function Part({ title, text, to, action, query: { data, error, refetch }, none, children }: PartProps) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="muted">{text}</p>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={64} />}
      {children?.length === 0 && <p>{none}</p>}
      {children && children.length > 0 && <ul className="integration-items">{children}</ul>}
      <LinkButton to={to}>{action}</LinkButton>
    </section>
  );
}

function Item({ name, note, tone, state }: { name: string; note?: string; tone: StatusTone; state: string }) {
  return (
    <li>
      <span>
        <strong>{name}</strong>
        {note && <span className="muted"> {note}</span>}
      </span>
      <StatusBadge tone={tone} icon={tone === 'approved' ? 'check' : 'stop'} label={state} />
    </li>
  );
}

function Providers() {
  const { t } = useTranslation('admin');
  const query = useProcedureQuery(listRoutes, {});
  return (
    <Part
      title={t('integrations.providers')}
      text={t('integrations.providersText')}
      to="/admin-root/platform-settings/acquirings"
      action={t('integrations.providersOpen')}
      query={query}
      none={t('integrations.providersNone')}
    >
      {query.data?.connections.map(({ id, name, providerName, status }) => (
        <Item
          key={id}
          name={name}
          note={providerName}
          tone={status === 'ENABLED' ? 'approved' : 'canceled'}
          state={t(status === 'ENABLED' ? 'integrations.on' : 'integrations.off')}
        />
      ))}
    </Part>
  );
}

function Pixels() {
  const { t } = useTranslation('admin');
  const query = useProcedureQuery(getPlatformPixels, {});
  return (
    <Part
      title={t('integrations.pixels')}
      text={t('integrations.pixelsText')}
      to="/admin-root/platform-pixels"
      action={t('integrations.pixelsOpen')}
      query={query}
      none={t('integrations.pixelsNone')}
    >
      {query.data?.pixels.map(({ network, pixelCode, savedAt }) => (
        <Item
          key={`${network}${pixelCode}`}
          name={NETWORK_NAMES[network]}
          note={pixelCode}
          tone="approved"
          state={t(savedAt ? 'integrations.server' : 'integrations.browser')}
        />
      ))}
    </Part>
  );
}

function Domains() {
  const { t } = useTranslation('admin');
  const query = useProcedureQuery(listDomains, {});
  return (
    <Part
      title={t('integrations.domains')}
      text={t('integrations.domainsText')}
      to="/admin-root/domains"
      action={t('integrations.domainsOpen')}
      query={query}
      none={t('integrations.domainsNone')}
    >
      {query.data?.domains.map(({ host, isProven }) => (
        <Item
          key={host}
          name={host === '*' ? t('domains.anyHost') : host}
          tone={isProven ? 'approved' : 'pending'}
          state={t(isProven ? 'integrations.proven' : 'integrations.unproven')}
        />
      ))}
    </Part>
  );
}
