import type { REFUND_STATES } from '@feira/schemas/procedures/refunds';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { SaleBuyer } from '@feira/shell-desk/sale/sale-words.tsx';
import type { IconName } from '@feira/shell-kit/components/icon';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import type { Refund, useRefunds } from './use-refunds.ts';

const LOOKS: Record<(typeof REFUND_STATES)[number], [StatusTone, IconName]> = {
  REQUESTED: ['pending', 'clock'],
  SENDING: ['refunded', 'arrowRight'],
  PENDING: ['refunded', 'clock'],
  UNKNOWN: ['chargeback', 'alert'],
  DONE: ['approved', 'check'],
  REFUSED: ['rejected', 'close'],
};

interface RefundListProps extends ListState {
  query: ReturnType<typeof useRefunds>;
  onSettle: (refund: Refund) => void;
  onRepeat: (refund: Refund) => void;
}

export function RefundList({ onSettle, onRepeat, ...list }: RefundListProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const columns: RecordColumn<Refund>[] = [
    {
      key: 'sale',
      title: t('cases.sale'),
      isHead: true,
      show: (refund) => <TwoLines first={<SaleTitle sale={refund} />} second={<SaleBuyer sale={refund} />} />,
    },
    { key: 'seller', sort: 'seller', title: t('cases.seller'), show: ({ sellerName }) => sellerName },
    {
      key: 'amount',
      sort: 'amount',
      title: t('amount'),
      isNumber: true,
      show: ({ amount, paidAmount, currency }) => (
        <TwoLines
          first={<strong>{formatCurrency(amount, currency, locale)}</strong>}
          second={amount < paidAmount && t('refunds.outOf', { amount: formatCurrency(paidAmount, currency, locale) })}
        />
      ),
    },
    {
      key: 'by',
      title: t('refunds.by'),
      show: ({ authorisedAs, cause, note }) => (
        <TwoLines
          first={t(authorisedAs ? `refunds.authorisedAs.${authorisedAs}` : `refunds.causes.${cause}`)}
          second={note}
        />
      ),
    },
    { key: 'state', title: t('state'), show: (refund) => <RefundStatus refund={refund} /> },
    { key: 'at', sort: 'createdAt', title: t('askedAt'), show: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (refund) => (
        <>
          {refund.isOverdue && (
            <MoneyAction label={t('payouts.settle')} name={refund.title} onClick={() => onSettle(refund)} />
          )}
          {refund.isRepeatable && (
            <MoneyAction label={t('refunds.repeat')} name={refund.title} onClick={() => onRepeat(refund)} />
          )}
        </>
      ),
    },
  ];
  return (
    <MoneyList
      {...list}
      label={t('refunds.title')}
      columns={columns}
      keyOf={({ id }) => id}
      empty={{ icon: 'refund', title: t('refunds.emptyTitle'), text: t('refunds.emptyText') }}
    />
  );
}

function RefundStatus({ refund: { state, reason, providerReason, isOverdue } }: { refund: Refund }) {
  const { t, i18n } = useTranslation('adminMoney');
  const [tone, icon] = LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`refunds.states.${state}`)} />;
  const isKnown = i18n.exists(`adminMoney:refunds.reasons.${reason}`);
  const ours: string | null = isKnown ? t(`refunds.reasons.${reason}` as never) : reason;
  const why = ours && providerReason ? t('refunds.reason', { why: ours, reason: providerReason }) : ours;
  const note = isOverdue ? <span className="field-error">{t('refunds.overdue')}</span> : why;
  return note ? <TwoLines first={badge} second={note} /> : badge;
}
