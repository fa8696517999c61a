import type { Role } from '@feira/schemas/procedure';
import { ActiveStatus } from '@feira/shell-desk/people/person-words.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeadFacts } from '../../components/person/head-facts.tsx';
import '../../components/person/person-head.css';
import { type Head, useHead } from '../../components/person/use-head.ts';
import { OwnAccessNote, RoleTags } from '../../components/person-words.tsx';
import { usePermission } from '../../components/use-permission.ts';
import { AccessPanel } from './access-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { ManagerPanel } from './manager-panel.tsx';
import { MethodsPanel } from './methods-panel.tsx';
import { MoneyPanel, RiskPanel, WithdrawalsPanel } from './money-panels.tsx';
import { NotesPanel } from './notes-panel.tsx';
import './person.css';
import { RolesPanel } from './roles-panel.tsx';
import { TermsPanel } from './terms-panel.tsx';
import { type User, useUser } from './use-profile.ts';
import {
  ContractsPanel,
  DestinationsPanel,
  DisputesPanel,
  ProductsPanel,
  PurchasesPanel,
  SalesPanel,
} from './work-panels.tsx';

const LogPanels = lazy(() => import(/* webpackChunkName: "log-panels" */ './log-panels.tsx'));

/** The roles that pay fees or get a share of them. */
const EARNING: readonly Role[] = ['seller', 'manager'];

/** Everything about one person on one page; each part shows only to those who may open the page of everybody's. */
export default function PersonPage({ params }: PageProps) {
  const personId = params.id!;
  return <Person key={personId} personId={personId} />;
}

function Person({ personId }: { personId: string }) {
  const { t } = useTranslation('admin');
  const { data: user, error, refetch } = useUser(personId);
  const { data: head } = useHead(personId);
  const { session } = useHost();
  const heading = useRef<HTMLHeadingElement>(null);
  // The person replaces the list, so a screen reader is told by the focus.
  useEffect(() => heading.current?.focus(), []);
  const isOwn = session.person.id === personId;
  return (
    <div className="page">
      <div className="user-head">
        <UsersLink />
        <div className="user-title">
          <h1 ref={heading} tabIndex={-1}>
            {user ? user.name : t('users.detailTitle')}
          </h1>
          {user && <ActiveStatus status={user.status} />}
          {user && <RoleTags roles={user.roles} />}
        </div>
        {isOwn && <OwnAccessNote />}
      </div>
      {error && !user && <LoadError error={error} onRetry={refetch} />}
      {!user && !error && <DetailSkeleton />}
      {user && head && <HeadFacts head={head} />}
      {user && <Panels user={user} head={head} isOwn={isOwn} />}
    </div>
  );
}

function HeadFacts({ head }: { head: Head }) {
  const { t } = useTranslation('profile');
  const toFacts = useHeadFacts();
  return (
    <section className="person-head" aria-label={t('head')}>
      <FactList facts={toFacts(head)} />
    </section>
  );
}

function Panels({ user, head, isOwn }: { user: User; head: Head | undefined; isOwn: boolean }) {
  const can = usePermission();
  const hasBalance = user.roles.some((role) => EARNING.includes(role));
  const { id } = user;
  return (
    <div className="user-panels">
      <div>
        {can('isSalesAvailable') && head && <MoneyPanel head={head} />}
        {head && <RiskPanel head={head} />}
        {can('isSalesAvailable') && <SalesPanel user={user} />}
        {can('isChargesAvailable') && <DisputesPanel personId={id} />}
        {(can('isWithdrawsAvailable') || can('isWithdrawsRequestUsersAvailable')) && <WithdrawalsPanel personId={id} />}
        {can('isValidateBankAccountsAvailable') && <DestinationsPanel personId={id} />}
        {can('isProductsAvailable') && (
          <>
            <ProductsPanel personId={id} />
            <ContractsPanel personId={id} />
          </>
        )}
        {can('isSalesAvailable') && <PurchasesPanel personId={id} />}
      </div>
      <div>
        <NotesPanel personId={id} />
        <FactsPanel user={user} />
        <AccessPanel user={user} isOwn={isOwn} />
        <RolesPanel key={user.roles.join()} user={user} isOwn={isOwn} />
        <MethodsPanel user={user} isOwn={isOwn} />
        <ManagerPanel user={user} isOwn={isOwn} />
        {hasBalance && can('isUserAdvancedOptionsAvailable') && <TermsPanel user={user} isOwn={isOwn} />}
        {can('isFunctionariesAvailable') && (
          <Suspense fallback={<Skeleton height={320} />}>
            <LogPanels personId={id} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Leads back to the page of the list that the person was opened from. */
function UsersLink() {
  const { t } = useTranslation('admin');
  const { search, state } = useAddress();
  const query = search.toString();
  return (
    <BackLink to={`/admin-root/manage-users${query ? `?${query}` : ''}`} state={state}>
      {t('users.back')}
    </BackLink>
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
