import type { Output } from '@feira/schemas/procedure';
import type { getManaged } from '@feira/schemas/procedures/figures';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { writePeriod } from '@feira/shell-kit/period';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SalesFigures, useGrowth } from '../../components/sales-figures.tsx';
import { useChosenPeriod, useManaged } from '../../components/use-figures.ts';
import { useManagedUsers } from '../../components/use-managed-users.ts';
import { UsersList } from '../../components/users-list.tsx';

/** This number of users fits the screen without scrolling. */
const NEWEST = 5;

/** Shows what the manager's sellers sold, what the manager earned of it, and the newest users. */
export default function DashboardPage() {
  const { t } = useTranslation('manager');
  const { session } = useHost();
  const { change } = useAddress();
  const { choice, period } = useChosenPeriod();
  const { data, error, isPlaceholderData, refetch } = useManaged(period);
  const managed = isPlaceholderData ? undefined : data;
  return (
    <PageFrame
      title={t('dashboard.title')}
      filters={
        <search className="list-filters">
          <PeriodFilter choice={choice} onChange={(next) => change(writePeriod(next))} />
        </search>
      }
    >
      <p className="muted">{t('dashboard.greeting', { name: session.person.name, platform: session.platformName })}</p>
      {error && !managed ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <>
          <SalesFigures sums={managed} />
          <Sellers managed={managed} />
        </>
      )}
      <NewestUsers />
    </PageFrame>
  );
}

type Managed = Output<typeof getManaged>;
type Seller = Managed['sellers'][number];

function Sellers({ managed }: { managed: Managed | undefined }) {
  const { t } = useTranslation('manager');
  const { locale } = useHost();
  const { search } = useAddress();
  const growth = useGrowth();
  const id = useId();
  const currency = managed?.currency ?? 'BRL';
  const query = search.toString();
  const columns: RecordColumn<Seller>[] = [
    {
      key: 'name',
      title: t('users.name'),
      isHead: true,
      show: ({ person }) => (
        <TwoLines
          first={
            <PageLink to={`/manager-root/manager-users/${person.id}${query ? `?${query}` : ''}`}>
              {person.name}
            </PageLink>
          }
          second={<EmailText email={person.email} />}
        />
      ),
    },
    {
      key: 'gross',
      title: t('figures.gross'),
      isNumber: true,
      show: ({ gross, before }) => (
        <TwoLines first={formatCurrency(gross, currency, locale)} second={growth(gross, before.gross)} />
      ),
    },
    { key: 'sales', title: t('figures.sales'), isNumber: true, show: ({ sales }) => formatCount(sales, locale) },
    {
      key: 'commission',
      title: t('figures.commission'),
      isNumber: true,
      show: ({ commission }) => formatSigned(commission, currency, locale),
    },
  ];
  return (
    <section className="page" aria-labelledby={id}>
      <h2 id={id}>{t('figures.sellers')}</h2>
      {managed?.sellers.length === 0 ? (
        <p className="muted">{t('figures.noSellers')}</p>
      ) : (
        <RecordList
          label={t('figures.sellers')}
          columns={columns}
          records={managed?.sellers}
          keyOf={({ person }) => person.id}
          skeletonCount={3}
        />
      )}
    </section>
  );
}

function NewestUsers() {
  const { t } = useTranslation('manager');
  const { data, error, refetch } = useManagedUsers({ limit: NEWEST });
  const id = useId();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (data?.people.length === 0)
    return <EmptyState icon="people" title={t('users.emptyTitle')} text={t('users.emptyText')} />;
  return (
    <section className="page" aria-labelledby={id} aria-busy={!data}>
      <div className="page-head">
        <h2 id={id}>{t('dashboard.newest')}</h2>
        <PageLink to="/manager-root/manager-users">{t('dashboard.all')}</PageLink>
      </div>
      <UsersList users={data?.people} without={['lastSeenAt']} skeletonCount={NEWEST} />
    </section>
  );
}
