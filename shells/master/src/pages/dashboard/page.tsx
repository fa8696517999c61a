import { EventsList, useEvents } from '@feira/shell-desk/audit-log/events-list.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import '@feira/shell-kit/styles/lists.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PlatformsFigures } from './platforms-figures.tsx';
import { StopsPanel } from './stops-panel.tsx';

/** The newest events; the log holds the rest. */
const LATEST = 8;

export default function DashboardPage() {
  const { t } = useTranslation('master');
  return (
    <PageFrame title={t('dashboard.title')}>
      <PlatformsFigures />
      <StopsPanel />
      <LatestEvents />
    </PageFrame>
  );
}

function LatestEvents() {
  const { t } = useTranslation(['master', 'auditLog']);
  const { data, error, refetch } = useEvents({ limit: LATEST });
  const id = useId();
  return (
    <section className="page" aria-labelledby={id} aria-busy={!data}>
      <div className="page-head">
        <h2 id={id}>{t('dashboard.latest')}</h2>
        <PageLink to="/master-root/session-logs">{t('dashboard.allEvents')}</PageLink>
      </div>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.events.length === 0 && <p className="muted">{t('auditLog:emptyText')}</p>}
      {!(error && !data) && data?.events.length !== 0 && <EventsList log={data} skeletonCount={LATEST} />}
    </section>
  );
}
