import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import type { ListSelection, RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../money/money-list.tsx';
import { PersonCell } from '../money/person-cell.tsx';
import { PayoutStatus } from './payout-status.tsx';
import type { Payout, usePayouts } from './use-payouts.ts';

export type PayoutAct = 'APPROVE' | 'REJECT' | 'SETTLE' | 'DETAILS';

interface PayoutListProps extends ListState {
  query: ReturnType<typeof usePayouts>;
  label: string;
  view: 'OPEN' | 'PAID';
  onAsk: (act: PayoutAct, payout: Payout) => void;
  selection?: ListSelection<Payout> | undefined;
}

export function PayoutList({ view, label, onAsk, ...list }: PayoutListProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const money = ({ currency }: Payout, cents: number) => formatCurrency(cents, currency, locale);
  const isOpen = view === 'OPEN';
  const columns: RecordColumn<Payout>[] = [
    {
      key: 'person',
      sort: 'person',
      title: t('person'),
      isHead: true,
      show: ({ person }) => <PersonCell person={person} />,
    },
    {
      key: 'amount',
      sort: 'amount',
      title: t('payouts.arrives'),
      isNumber: true,
      show: (payout) => (
        <TwoLines
          first={<strong>{money(payout, payout.amount - payout.fee)}</strong>}
          second={payout.fee > 0 && t('payouts.feeOf', { fee: money(payout, payout.fee) })}
        />
      ),
    },
    {
      key: 'destination',
      title: t('payouts.destination'),
      show: (payout) => (
        <TwoLines
          first={<span className="money-mask">{payout.destinationLabel}</span>}
          second={
            payout.isOwnDocument ? payout.holderName : <span className="field-error">{t('payouts.foreign')}</span>
          }
        />
      ),
    },
    ...(isOpen
      ? [{ key: 'state', title: t('state'), show: (payout: Payout) => <PayoutStatus payout={payout} /> }]
      : []),
    {
      key: 'at',
      sort: isOpen ? 'createdAt' : 'closedAt',
      title: t(isOpen ? 'askedAt' : 'payouts.paidAt'),
      show: ({ createdAt, closedAt }) => <Moment at={isOpen ? createdAt : (closedAt ?? createdAt)} />,
    },
    { key: 'acts', title: t('actions'), isAction: true, show: (payout) => <Acts payout={payout} onAsk={onAsk} /> },
  ];
  const empty = {
    icon: 'withdrawal',
    title: t(`payouts.empty.${view}`),
    text: t(`payouts.emptyText.${view}`),
  } as const;
  return <MoneyList {...list} label={label} columns={columns} empty={empty} keyOf={({ id }) => id} />;
}

function Acts({ payout, onAsk }: Pick<PayoutListProps, 'onAsk'> & { payout: Payout }) {
  const { t } = useTranslation('adminMoney');
  const { session } = useHost();
  const { name, id } = payout.person;
  const act = (kind: PayoutAct) => ({ name, onClick: () => onAsk(kind, payout) });
  const isWaiting = payout.state === 'WAITING';
  const isOwn = id === session.person.id;
  return (
    <span className="list-actions">
      <MoneyAction label={t('details')} {...act('DETAILS')} />
      {payout.maySettle && <MoneyAction label={t('payouts.settle')} {...act('SETTLE')} />}
      {isWaiting && !isOwn && <MoneyAction label={t('payouts.reject')} {...act('REJECT')} />}
      {isWaiting && payout.mayApprove && <MoneyAction isPrimary label={t('payouts.approve')} {...act('APPROVE')} />}
      {isWaiting && !payout.mayApprove && (
        <span className="form-hint list-reason">{t(isOwn ? 'own' : 'payouts.alreadyApproved')}</span>
      )}
    </span>
  );
}
