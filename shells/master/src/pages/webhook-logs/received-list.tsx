import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import type { Webhook } from './use-webhooks.ts';
import { Moment, useReasonWords, WebhookState } from './webhook-words.tsx';

export function ReceivedList({ webhooks }: { webhooks: Webhook[] | undefined }) {
  const { t } = useTranslation('webhookLogs');
  const columns: RecordColumn<Webhook>[] = [
    { key: 'when', title: t('when'), isHead: true, show: ({ receivedAt }) => <Moment at={receivedAt} /> },
    {
      key: 'from',
      title: t('from'),
      show: (webhook) => <TwoLines first={webhook.connectionName} second={webhook.provider} />,
    },
    { key: 'state', title: t('state'), isHead: true, show: (webhook) => <WebhookState webhook={webhook} /> },
    { key: 'event', title: t('outcomeTitle'), isText: true, show: (webhook) => <Story webhook={webhook} /> },
    { key: 'payment', title: t('payment'), show: ({ paymentId }) => <PaymentId id={paymentId} /> },
    { key: 'open', title: t('open'), isAction: true, show: (webhook) => <OpenLink webhook={webhook} /> },
  ];
  return (
    <RecordList label={t('received')} columns={columns} records={webhooks} keyOf={({ id }) => id} skeletonCount={8} />
  );
}

function Story({ webhook: { reason, attempts, replays } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhookLogs');
  const say = useReasonWords();
  const counts = [attempts > 1 && t('tries', { count: attempts }), replays > 0 && t('replayed', { count: replays })];
  const counted = counts.filter(Boolean).join(', ');
  return (
    <span className="webhook-story">
      {say(reason)}
      {counted && <span className="muted">{counted}</span>}
    </span>
  );
}

export function PaymentId({ id }: { id: string | null }) {
  const { t } = useTranslation('webhookLogs');
  return id ? <code className="webhook-id">{id}</code> : <span className="muted">{t('noPayment')}</span>;
}

/** Opens the details with the list behind them, so that going back leads to the same page of it. */
function OpenLink({ webhook: { id, receivedAt } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhookLogs');
  const { locale } = useHost();
  const { search, state } = useAddress();
  const address = new URLSearchParams(search);
  address.set('event', id);
  return (
    <PageLink className="button" to={`${location.pathname}?${address}`} state={state}>
      {t('open')}
      <span className="visually-hidden">
        {' '}
        {t('openOf', { at: `${formatDate(receivedAt, locale)} ${formatTime(receivedAt, locale)}` })}
      </span>
    </PageLink>
  );
}
