import type { Host } from '@feira/shell-kit/dashboard';
import { type ReactNode, Suspense } from 'react';
import { type Area, listAreas } from './areas.ts';
import { readLastArea } from './last-area.ts';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { PageSkeleton } from './layout/page-skeleton.tsx';
import { AccountPage } from './lazy-screens.ts';
import { MessageContent } from './pages/message/content.tsx';
import { type InsideProps, useHostValue } from './use-host.ts';
import { useRegister } from './use-register.ts';

/** The own account, beside the menu of the dashboard that was open last; without a menu for whoever has none. */
export function AccountScreen(inside: InsideProps) {
  const host = useHostValue(inside);
  const areas = listAreas(host?.session.roles ?? []);
  const area = areas.find(({ remote }) => remote === readLastArea()) ?? areas[0];
  const content = (
    <ErrorBoundary path={inside.path} fallback={<MessageContent kind="broken" />}>
      <Suspense fallback={<PageSkeleton />}>
        {host ? (
          <AccountPage host={host} onChanged={() => void inside.control.refresh().catch(() => {})} />
        ) : (
          <PageSkeleton />
        )}
      </Suspense>
    </ErrorBoundary>
  );
  if (!host || area) return <WithMenu inside={inside} host={host} area={area} content={content} />;
  return <Framed inside={inside} host={host} content={content} register={null} />;
}

interface FramedProps {
  inside: InsideProps;
  host: Host | null;
  content: ReactNode;
  register: Parameters<typeof Layout>[0]['register'];
}

function Framed({ inside, host, content, register }: FramedProps) {
  const { path, preferences, control, onSessionChange } = inside;
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

function WithMenu({ area, ...framed }: Omit<FramedProps, 'register'> & { area: Area | undefined }) {
  const loaded = useRegister(area?.remote);
  return <Framed {...framed} register={loaded.kind === 'ready' ? loaded.register : undefined} />;
}
