import { INVITES_A_CALL } from '@feira/schemas/imports';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatAmounts, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { type Subscriber, useInvitation, useSubscribers } from '../../components/imports/use-imports.ts';

const TONES: Record<Subscriber['state'], StatusTone> = { WAITING: 'canceled', INVITED: 'pending', AGREED: 'approved' };

/** Lists imported subscriptions, and writes to their buyers when the seller says so. */
export function Subscribers() {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const { search, change } = useAddress();
  const typed = search.get('search') ?? '';
  const pages = usePages();
  const query = useSubscribers(typed, pages.after);
  const { run, error, isBusy } = useInvitation();
  const items = query.data?.items;
  const count = Math.min(INVITES_A_CALL, query.data?.inviteable ?? 0);
  const columns: RecordColumn<Subscriber>[] = [
    {
      key: 'name',
      title: t('customers.name'),
      isHead: true,
      show: ({ name, email }) => <TwoLines first={name ?? email} second={name && email} />,
    },
    {
      key: 'plan',
      title: t('subscribers.plan'),
      show: ({ title, source }) => <TwoLines first={title} second={t(`sources.${source}`)} />,
    },
    {
      key: 'amount',
      title: t('sales.amount'),
      isNumber: true,
      show: ({ amount, currency }) => formatAmounts({ amount, currency }, locale),
    },
    { key: 'nextDueAt', title: t('subscribers.nextDueAt'), show: ({ nextDueAt }) => formatDate(nextDueAt, locale) },
    {
      key: 'state',
      title: t('sales.status'),
      show: ({ state, subscriptionId, invitedAt }) => (
        <TwoLines
          first={<StatusBadge tone={TONES[state]} label={t(`subscribers.states.${state}`)} />}
          second={
            subscriptionId ? (
              <PageLink to={`/platform/subscriptions/${subscriptionId}`}>{t('subscribers.open')}</PageLink>
            ) : (
              invitedAt && formatDate(invitedAt, locale)
            )
          }
        />
      ),
    },
  ];
  return (
    <div className="import-step">
      <p className="muted">{t('subscribers.text')}</p>
      {count > 0 && (
        <div className="import-acts">
          <button type="button" className="button button-primary" aria-busy={isBusy} onClick={() => !isBusy && run({})}>
            {t('subscribers.invite', { count })}
          </button>
        </div>
      )}
      <Refusal error={error} />
      <SearchInput
        label={t('subscribers.search')}
        hint={t('subscribers.search')}
        value={typed}
        onSearch={(value) => change({ search: value, after: null }, { isReplaced: true })}
      />
      <PagedList
        query={query}
        pages={pages}
        count={items?.length}
        pagerLabel={t('subscribers.pages')}
        empty={
          <EmptyState
            icon={typed ? 'search' : 'retry'}
            title={t(typed ? 'subscribers.noMatch' : 'subscribers.empty')}
            text={t('subscribers.emptyText')}
          />
        }
      >
        <RecordList label={t('tabs.subscribers')} columns={columns} records={items} keyOf={({ id }) => id} />
      </PagedList>
    </div>
  );
}
