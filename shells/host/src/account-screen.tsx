import type { Host } from '@feira/shell-kit/dashboard';
import { type ReactNode, Suspense } from 'react';
import { type Dashboard, listDashboards } from './dashboards.ts';
import { readLastDashboard } from './last-dashboard.ts';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { PageSkeleton } from './layout/page-skeleton.tsx';
import { AccountPage } from './lazy-screens.ts';
import { MessageContent } from './pages/message/content.tsx';
import { type SignedInProps, useHostValue } from './use-host.ts';
import { useRegister } from './use-register.ts';

/** Shows the person's account beside the menu of the dashboard that was open last; a person without a dashboard gets no menu. */
export function AccountScreen(signedIn: SignedInProps) {
  const host = useHostValue(signedIn);
  const dashboards = listDashboards(host?.session.roles ?? []);
  const dashboard = dashboards.find(({ remote }) => remote === readLastDashboard()) ?? dashboards[0];
  const content = (
    <ErrorBoundary path={signedIn.path} fallback={<MessageContent kind="broken" />}>
      <Suspense fallback={<PageSkeleton />}>
        {host ? (
          <AccountPage host={host} onChanged={() => void signedIn.control.refresh().catch(() => {})} />
        ) : (
          <PageSkeleton />
        )}
      </Suspense>
    </ErrorBoundary>
  );
  if (!host || dashboard) return <WithMenu signedIn={signedIn} host={host} dashboard={dashboard} content={content} />;
  return <Framed signedIn={signedIn} host={host} content={content} register={null} />;
}

interface FramedProps {
  signedIn: SignedInProps;
  host: Host | null;
  content: ReactNode;
  register: Parameters<typeof Layout>[0]['register'];
}

function Framed({ signedIn, host, content, register }: FramedProps) {
  const { path, preferences, control, onSessionChange } = signedIn;
  return (
    <Layout
      register={register}
      session={host?.session}
      path={path}
      preferences={preferences}
      control={control}
      onSessionChange={onSessionChange}
    >
      {content}
    </Layout>
  );
}

function WithMenu({ dashboard, ...framed }: Omit<FramedProps, 'register'> & { dashboard: Dashboard | undefined }) {
  const loaded = useRegister(dashboard?.remote);
  return <Framed {...framed} register={loaded.kind === 'ready' ? loaded.register : undefined} />;
}
