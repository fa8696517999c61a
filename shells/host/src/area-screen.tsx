import type { DashboardRegister, Host, Session } from '@feira/shell-kit/dashboard';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import type { Area } from './areas.ts';
import { Arrival } from './layout/arrival.tsx';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { PageSkeleton } from './layout/page-skeleton.tsx';
import { asLazy, asLazyProviders } from './lazy-pages.ts';
import { MessageContent } from './pages/message/content.tsx';
import type { Preferences } from './preferences.ts';
import { findStart, resolveRoute, toTitleKey } from './resolve-route.ts';
import type { SessionControl } from './session/use-session.ts';
import { useRegister } from './use-register.ts';

interface AreaScreenProps {
  area: Area;
  path: string;
  preferences: Preferences;
  control: SessionControl;
}

/** One dashboard inside the layout. Whatever breaks in it, the menu stays. */
export function AreaScreen({ area, path, preferences, control }: AreaScreenProps) {
  const loaded = useRegister(area.remote);
  const session = control.state.kind === 'signedIn' ? control.state.session : undefined;
  const { onLoginRequired } = control;
  let content: ReactNode = <PageSkeleton />;
  if (loaded.kind === 'failed') content = <MessageContent kind="broken" />;
  else if (loaded.kind === 'ready' && session)
    content = <RoutedPage {...{ ...loaded, session, path, preferences, onLoginRequired }} />;
  return (
    <Layout
      register={loaded.kind === 'ready' ? loaded.register : undefined}
      session={session}
      path={path}
      preferences={preferences}
      onSignOut={control.signOut}
    >
      <ErrorBoundary path={path} fallback={<MessageContent kind="broken" />}>
        {content}
      </ErrorBoundary>
    </Layout>
  );
}

interface RoutedPageProps {
  register: DashboardRegister;
  path: string;
  session: Session;
  preferences: Preferences;
  onLoginRequired: () => void;
}

/** The providers stay while pages come and go: what one page has read, the next one knows. */
function RoutedPage({ register, path, session, preferences, onLoginRequired }: RoutedPageProps) {
  const { t } = useTranslation();
  const { locale, theme } = preferences;
  const host = useMemo<Host>(
    () => ({
      ...{ locale, theme, session, brandColour: null, onLoginRequired },
      ...{ confirmIdentity: async () => false, onSessionChange: () => location.reload() },
    }),
    [locale, theme, session, onLoginRequired],
  );
  const resolved = resolveRoute(register, path, session);
  // Customers have a page at the base path itself; elsewhere it leads to the first page of the menu.
  const isRoot = resolved.kind === 'missing' && path.replace(/\/$/, '') === register.basePath;
  const start = isRoot ? findStart(register, session) : undefined;
  useEffect(() => {
    if (start) navigate(start, { replace: true });
  }, [start]);
  if (start) return <PageSkeleton />;
  if (isRoot) return <MessageContent kind="forbidden" />;
  if (resolved.kind !== 'page') return <MessageContent kind={resolved.kind} />;
  const Providers = asLazyProviders(register);
  const Page = asLazy(resolved.route);
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Providers host={host}>
        <Suspense key={path} fallback={<PageSkeleton />}>
          <Page params={resolved.params} />
          <Arrival title={t(toTitleKey(register, resolved.route) as never)} />
        </Suspense>
      </Providers>
    </Suspense>
  );
}
