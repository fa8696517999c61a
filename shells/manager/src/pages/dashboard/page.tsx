import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageFrame } from '@feira/shell-kit/components/page-frame';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useManagedUsers } from '../../components/use-managed-users.ts';
import { UsersList } from '../../components/users-list.tsx';

/** This number of users fits the screen without scrolling. */
const NEWEST = 5;

/** Lists the manager's users, the newest first: the figures that exist so far, and no invented ones. */
export default function DashboardPage() {
  const { t } = useTranslation('manager');
  const { session } = useHost();
  const { data, error, refetch } = useManagedUsers({ limit: NEWEST });
  const id = useId();
  return (
    <PageFrame
      title={t('dashboard.title')}
      filters={
        <span className="muted">
          {t('dashboard.greeting', { name: session.person.name, platform: session.platformName })}
        </span>
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.people.length === 0 && (
        <EmptyState icon="people" title={t('users.emptyTitle')} text={t('users.emptyText')} />
      )}
      {!(error && !data) && data?.people.length !== 0 && (
        <section className="page" aria-labelledby={id} aria-busy={!data}>
          <div className="page-head">
            <h2 id={id}>{t('dashboard.newest')}</h2>
            <LinkButton to="/manager-root/manager-users">{t('dashboard.all')}</LinkButton>
          </div>
          <UsersList users={data?.people} without={['lastSeenAt']} skeletonCount={NEWEST} />
        </section>
      )}
    </PageFrame>
  );
}
