import type { DashboardRegister, Host } from '@feira/shell-kit/dashboard';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import type { Dashboard } from './dashboards.ts';
import { VersionError } from './federation.ts';
import { HostContext } from './host-context.ts';
import { keepLastDashboard } from './last-dashboard.ts';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { PageSkeleton } from './layout/page-skeleton.tsx';
import { RouteAnnouncer } from './layout/route-announcer.tsx';
import { asLazy, asLazyProviders } from './lazy-pages.ts';
import { MessageContent } from './pages/message/content.tsx';
import { findStart, resolveRoute, toTitleKey } from './resolve-route.ts';
import { type SignedInProps, useHostValue } from './use-host.ts';
import { useRegister } from './use-register.ts';

interface DashboardScreenProps extends SignedInProps {
  dashboard: Dashboard;
}

/** Draws one dashboard within the layout. The menu stays, whatever breaks in the dashboard. */
export function DashboardScreen({ dashboard, ...signedIn }: DashboardScreenProps) {
  const { path, preferences, control, onSessionChange } = signedIn;
  const loaded = useRegister(dashboard.remote);
  const host = useHostValue(signedIn);
  const isOpen = host !== null && dashboard.roles.some((role) => host.session.roles.includes(role));
  useEffect(() => {
    if (isOpen) keepLastDashboard(dashboard.remote);
  }, [isOpen, dashboard.remote]);
  const ready = loaded.kind === 'ready' ? loaded.register : undefined;
  // A person who may open no page here gets no empty menu.
  const register = host && !isOpen ? null : ready;
  let content: ReactNode = <PageSkeleton />;
  if (loaded.kind === 'failed') content = <BrokenRemote error={loaded.error} />;
  else if (ready && host) content = <RoutedPage register={ready} host={host} path={path} />;
  return (
    <Layout
      register={register}
      session={host?.session}
      path={path}
      preferences={preferences}
      control={control}
      onSessionChange={onSessionChange}
    >
      <ErrorBoundary path={path} fallback={<MessageContent kind="broken" />}>
        {content}
      </ErrorBoundary>
    </Layout>
  );
}

/** Stands in the place of a dashboard that did not load; says so where it was built for another version. */
function BrokenRemote({ error }: { error: unknown }) {
  return error instanceof VersionError ? (
    <MessageContent kind="otherVersion" details={error.details} />
  ) : (
    <MessageContent kind="broken" />
  );
}

interface RoutedPageProps {
  register: DashboardRegister;
  host: Host;
  path: string;
}

/** The providers outlive the pages: the next page finds what the last one has read. */
function RoutedPage({ register, host, path }: RoutedPageProps) {
  const { t } = useTranslation();
  const { session } = host;
  const resolved = resolveRoute(register, path, session);
  // Customers have a page at the base path itself; elsewhere the base path leads to the first page of the menu.
  const isRoot = resolved.kind === 'missing' && path.replace(/\/$/, '') === register.basePath;
  const start = isRoot ? findStart(register, session) : undefined;
  useEffect(() => {
    if (start) navigate(start, { replace: true });
  }, [start]);
  if (start) return <PageSkeleton />;
  if (isRoot || resolved.kind === 'forbidden') {
    const permission = resolved.kind === 'forbidden' ? resolved.permission : undefined;
    return <MessageContent kind="forbidden" session={session} path={path} permission={permission} />;
  }
  if (resolved.kind === 'missing') return <MessageContent kind="missing" />;
  const Providers = asLazyProviders(register);
  const Page = asLazy(resolved.route);
  return (
    <Suspense fallback={<PageSkeleton />}>
      {/* Somebody else's answers must not stay in sight: another person is another set of them. */}
      <Providers key={session.person.id} host={host}>
        <Suspense key={path} fallback={<PageSkeleton />}>
          <HostContext value={host}>
            <Page params={resolved.params} />
          </HostContext>
          <RouteAnnouncer title={t(toTitleKey(register, resolved.route) as never)} />
        </Suspense>
      </Providers>
    </Suspense>
  );
}
