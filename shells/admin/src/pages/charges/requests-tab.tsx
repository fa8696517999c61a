import { REFUND_REQUEST_STATES } from '@feira/schemas/procedures/refunds';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { BatchBar } from '@feira/shell-desk/batch/batch-bar.tsx';
import { SaleBuyer } from '@feira/shell-desk/sale/sale-words.tsx';
import type { IconName } from '@feira/shell-kit/components/icon';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatElapsed } from '@feira/shell-kit/elapsed';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useSelection } from '@feira/shell-kit/use-selection';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { MoneyList } from '../../components/money/money-list.tsx';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import { REQUEST_FILTER, type RefundRequest, useGrant, useRequests } from './use-refunds.ts';

const LOOKS: Record<RefundRequest['state'], [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  GRANTED: ['approved', 'check'],
  DECLINED: ['rejected', 'close'],
};

/** Lists what buyers ask their sellers for. The team grants what waits in the sellers' place, here or from the page of the sale. */
export function RequestsTab() {
  const { t } = useTranslation(['adminMoney', 'kit']);
  const { locale } = useHost();
  const selection = useSelection<RefundRequest>(({ id }) => id);
  const grant = useGrant();
  const { filter, input, onChange, ...list } = useListFilter(REQUEST_FILTER);
  const query = useRequests(input);
  const columns: RecordColumn<RefundRequest>[] = [
    {
      key: 'sale',
      title: t('cases.sale'),
      isHead: true,
      show: (request) => <TwoLines first={<SaleTitle sale={request} />} second={<SaleBuyer sale={request} />} />,
    },
    { key: 'seller', sort: 'seller', title: t('cases.seller'), show: ({ sellerName }) => sellerName },
    {
      key: 'amount',
      sortBy: ({ amount }) => amount,
      title: t('amount'),
      isNumber: true,
      show: ({ amount, currency }) => <strong>{formatCurrency(amount, currency, locale)}</strong>,
    },
    {
      key: 'reason',
      title: t('requests.reason'),
      show: ({ reason, ground }) => (
        <TwoLines first={t(`requests.reasons.${reason}`)} second={t(`requests.grounds.${ground}`)} />
      ),
    },
    { key: 'state', title: t('state'), show: (request) => <RequestState request={request} /> },
    {
      key: 'at',
      sort: 'createdAt',
      title: t('askedAt'),
      show: ({ createdAt, protocol }) => (
        <TwoLines first={<time dateTime={createdAt}>{formatElapsed(createdAt, locale)}</time>} second={protocol} />
      ),
    },
  ];
  return (
    <>
      <MoneyFilters
        filter={filter}
        onChange={onChange}
        states={REFUND_REQUEST_STATES.map((value) => ({ value, label: t(`requests.states.${value}`) }))}
      />
      <MoneyList
        {...list}
        query={query}
        label={t('returns.requests')}
        columns={columns}
        keyOf={({ id }) => id}
        selection={{
          ...selection,
          labelOf: ({ title, buyerName }) => t('kit:list.choose', { name: `${title}, ${buyerName}` }),
          // A request by law waits for the return of a surplus, and is granted by itself after it.
          mayChoose: ({ state, ground }) => state === 'WAITING' && ground !== 'LAW',
        }}
        empty={{ icon: 'mail', title: t('requests.emptyTitle'), text: t('requests.emptyText') }}
      />
      <BatchBar selection={selection} batch={grant} />
    </>
  );
}

/** A request that waits says what happens, and when, if its seller does not answer. */
function RequestState({ request: { state, ground, decideBy, decidedAt } }: { request: RefundRequest }) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const [tone, icon] = LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`requests.states.${state}`)} />;
  if (decidedAt) return <TwoLines first={badge} second={formatDate(decidedAt, locale)} />;
  if (!decideBy) return badge;
  const words = t(ground === 'LATE' ? 'requests.declinedAfter' : 'requests.grantedAfter', {
    date: formatDate(decideBy, locale),
  });
  return <TwoLines first={badge} second={words} />;
}
