import { CallOutcome, useProviderWords } from '@feira/shell-desk/provider-words/provider-words.tsx';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { PaymentId } from './received-list.tsx';
import type { Exchange } from './use-webhooks.ts';
import { Moment } from './webhook-words.tsx';

export function CallsList({ exchanges }: { exchanges: Exchange[] | undefined }) {
  const { t } = useTranslation('webhookLogs');
  const { locale } = useHost();
  const words = useProviderWords();
  const columns: RecordColumn<Exchange>[] = [
    { key: 'when', title: t('when'), isHead: true, show: ({ startedAt }) => <Moment at={startedAt} /> },
    {
      key: 'what',
      title: t('what'),
      show: ({ operation, connectionName }) => <TwoLines first={words.operation(operation)} second={connectionName} />,
    },
    { key: 'outcome', title: t('outcome'), isHead: true, show: (exchange) => <Ending exchange={exchange} /> },
    { key: 'where', title: t('where'), isText: true, show: (exchange) => <Endpoint exchange={exchange} /> },
    { key: 'payment', title: t('payment'), show: ({ paymentId }) => <PaymentId id={paymentId} /> },
    {
      key: 'took',
      title: t('took'),
      isNumber: true,
      show: ({ durationMs }) => t('milliseconds', { value: formatCount(durationMs, locale) }),
    },
  ];
  return (
    <RecordList
      isCompact
      label={t('calls')}
      columns={columns}
      records={exchanges}
      keyOf={({ id }) => id}
      skeletonCount={8}
    />
  );
}

function Ending({ exchange: { outcome, status } }: { exchange: Exchange }) {
  return <TwoLines first={<CallOutcome outcome={outcome} />} second={status === null ? null : `HTTP ${status}`} />;
}

/** Shows the request; of a failed one also the meaning of the error and the provider's message. */
function Endpoint({ exchange: { method, host, path, errorCode, reason } }: { exchange: Exchange }) {
  const words = useProviderWords();
  return (
    <span className="webhook-story">
      <code>
        {method} {host}
        {path}
      </code>
      {errorCode && <span>{words.error(errorCode)}</span>}
      {reason && <span className="muted">{words.transport(reason) ?? reason}</span>}
    </span>
  );
}
