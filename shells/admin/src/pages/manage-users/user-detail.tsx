import type { Role } from '@feira/schemas/procedure';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { ActiveStatus } from '@feira/shell-kit/components/person-words';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAccessNote } from '../../components/person-words.tsx';
import { usePermission } from '../../components/use-permission.ts';
import { AccessPanel } from './access-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { ManagerPanel } from './manager-panel.tsx';
import { MethodsPanel } from './methods-panel.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { TermsPanel } from './terms-panel.tsx';
import { useUser } from './use-users.ts';

/** The roles that pay fees or get a share of them. */
const EARNING: readonly Role[] = ['seller', 'manager'];

export function UserDetail({ personId }: { personId: string }) {
  const { t } = useTranslation('admin');
  const { session } = useHost();
  const { data: user, error, refetch } = useUser(personId);
  const heading = useRef<HTMLHeadingElement>(null);
  // The person replaces the list within the page, so a screen reader is told by the focus.
  useEffect(() => heading.current?.focus(), []);
  const can = usePermission();
  const isOwn = session.person.id === personId;
  const hasBalance = user?.roles.some((role) => EARNING.includes(role));
  return (
    <div className="page">
      <div className="user-head">
        <BackLink />
        <div className="user-title">
          <h1 ref={heading} tabIndex={-1}>
            {user ? user.name : t('users.detailTitle')}
          </h1>
          {user && <ActiveStatus status={user.status} />}
        </div>
        {isOwn && <OwnAccessNote />}
      </div>
      {error && !user && <LoadError error={error} onRetry={refetch} />}
      {!user && !error && <DetailSkeleton />}
      {user && (
        <div className="user-panels">
          <div>
            <FactsPanel user={user} />
            <RolesPanel key={user.roles.join()} user={user} isOwn={isOwn} />
            {hasBalance && can('isUserAdvancedOptionsAvailable') && <TermsPanel user={user} isOwn={isOwn} />}
          </div>
          <div>
            <AccessPanel user={user} isOwn={isOwn} />
            <MethodsPanel user={user} isOwn={isOwn} />
            <ManagerPanel user={user} isOwn={isOwn} />
          </div>
        </div>
      )}
    </div>
  );
}

function BackLink() {
  const { t } = useTranslation('admin');
  const { search, state } = useAddress();
  const list = new URLSearchParams(search);
  list.delete('user');
  const query = list.toString();
  return (
    <PageLink className="user-back" to={location.pathname + (query ? `?${query}` : '')} state={state}>
      <Icon name="arrowLeft" size={18} />
      {t('users.back')}
    </PageLink>
  );
}

const DetailSkeleton = () => (
  <div className="user-panels" aria-busy="true">
    {['facts', 'access', 'roles', 'methods'].map((name) => (
      <div key={name} className="panel">
        <Skeleton width="40%" height={22} />
        <Skeleton height={160} />
      </div>
    ))}
  </div>
);
