import { INVITES_A_CALL } from '@feira/schemas/imports';
import { PageLink } from '@feira/shell-kit/components/page-link';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatAmounts, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { type Subscriber, useInvitation, useSubscribers } from '../../components/imports/use-imports.ts';
import { SEARCH_FILTER, SearchedList } from './searched-list.tsx';

const TONES: Record<Subscriber['state'], StatusTone> = { WAITING: 'canceled', INVITED: 'pending', AGREED: 'approved' };

/** Lists imported subscriptions, and writes to their buyers when the seller says so. */
export function Subscribers() {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const { input, ...list } = useListFilter(SEARCH_FILTER);
  const query = useSubscribers(input);
  const { run, error, isBusy } = useInvitation();
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
      <SearchedList {...list} name="subscribers" icon="retry" query={query} columns={columns} />
    </div>
  );
}
