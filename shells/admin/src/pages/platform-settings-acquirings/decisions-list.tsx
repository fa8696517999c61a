import type { Currency, PaymentStatus } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { useAttemptState } from '@feira/shell-desk/routing-words/routing-steps.tsx';
import { SaleMethod, SaleStatus } from '@feira/shell-desk/sale/sale-words.tsx';
import type { IconName } from '@feira/shell-kit/components/icon';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import type { Decision } from './use-acquirings.ts';

const STATES: Record<string, readonly [tone: StatusTone, icon: IconName]> = {
  CREATED: ['refunded', 'clock'],
  UNKNOWN: ['pending', 'alert'],
  NOT_SENT: ['canceled', 'stop'],
  REFUSED: ['rejected', 'close'],
  PARKED: ['chargeback', 'person'],
};

interface DecisionsListProps {
  decisions: Decision[] | undefined;
  onOpen: (decision: Decision) => void;
}

export function DecisionsList({ decisions, onOpen }: DecisionsListProps) {
  const { t } = useTranslation('acquirings');
  const { locale } = useHost();
  const columns: RecordColumn<Decision>[] = [
    {
      key: 'when',
      title: t('when'),
      isHead: true,
      show: ({ createdAt }) => (
        <time dateTime={createdAt}>
          <TwoLines first={formatDate(createdAt, locale)} second={formatTime(createdAt, locale)} />
        </time>
      ),
    },
    { key: 'method', title: t('method'), show: ({ method }) => <SaleMethod method={method} /> },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      show: ({ amount, currency }) => formatCurrency(amount, currency as Currency, locale),
    },
    {
      key: 'connection',
      title: t('connection'),
      show: ({ connectionName, version }) => <TwoLines first={connectionName} second={t('version', { version })} />,
    },
    { key: 'result', title: t('result'), isHead: true, show: (decision) => <Result decision={decision} /> },
    {
      key: 'payment',
      title: t('paymentId'),
      show: ({ paymentId, saleId }) => (
        <code className="acquiring-id">
          <SaleTitle sale={{ saleId, title: paymentId }} />
        </code>
      ),
    },
    {
      key: 'why',
      title: t('why'),
      isAction: true,
      show: (decision) => (
        <button type="button" className="button" onClick={() => onOpen(decision)}>
          {t('why')}
          <span className="visually-hidden">
            {' '}
            {t('whyOf', { id: decision.paymentId, name: decision.connectionName })}
          </span>
        </button>
      ),
    },
  ];
  return (
    <RecordList
      isCompact
      label={t('decisions')}
      columns={columns}
      records={decisions}
      keyOf={({ attemptId }) => attemptId}
      skeletonCount={8}
    />
  );
}

/** An answered attempt has its payment's state; any other states its own end. */
function Result({ decision: { state, status } }: { decision: Decision }) {
  const stateOf = useAttemptState();
  if (state === 'ANSWERED') return <SaleStatus status={status as PaymentStatus} />;
  const [tone, icon] = STATES[state] ?? ['canceled', 'dot'];
  return <StatusBadge tone={tone} icon={icon} label={stateOf(state)} />;
}
