import type { ANTICIPATION_STATES } from '@feira/schemas/procedures/anticipations';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import type { IconName } from '@feira/shell-kit/components/icon';
import type { ListSelection, RecordColumn } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../money/money-list.tsx';
import { PersonCell } from '../money/person-cell.tsx';
import type { Anticipation, useAnticipations } from './use-anticipations.ts';

const LOOKS: Record<(typeof ANTICIPATION_STATES)[number], [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  PAID: ['approved', 'check'],
  REFUSED: ['rejected', 'close'],
  CANCELED: ['canceled', 'stop'],
};

interface AnticipationListProps extends ListState {
  query: ReturnType<typeof useAnticipations>;
  label: string;
  view: 'OPEN' | 'PAID';
  onAsk: (decision: 'PAY' | 'REFUSE', anticipation: Anticipation) => void;
  selection?: ListSelection<Anticipation> | undefined;
}

export function AnticipationList({ view, label, onAsk, ...list }: AnticipationListProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const isOpen = view === 'OPEN';
  const columns: RecordColumn<Anticipation>[] = [
    {
      key: 'person',
      sort: 'person',
      title: t('person'),
      isHead: true,
      show: ({ person }) => <PersonCell person={person} />,
    },
    {
      key: 'net',
      sort: 'amount',
      title: t('anticipations.net'),
      isNumber: true,
      show: ({ amount, fee, currency }) => (
        <TwoLines
          first={<strong>{formatCurrency(amount - fee, currency, locale)}</strong>}
          second={t('anticipations.outOf', { amount: formatCurrency(amount, currency, locale) })}
        />
      ),
    },
    {
      key: 'fee',
      title: t('anticipations.fee'),
      isNumber: true,
      show: ({ fee, currency, feeBasisPointsPerDay }) => (
        <TwoLines
          first={formatCurrency(fee, currency, locale)}
          second={t('anticipations.perDay', { share: formatBasisPoints(feeBasisPointsPerDay, locale) })}
        />
      ),
    },
    ...(isOpen
      ? [{ key: 'state', title: t('state'), show: (one: Anticipation) => <Status anticipation={one} /> }]
      : []),
    {
      key: 'at',
      sort: isOpen ? 'createdAt' : 'closedAt',
      title: t(isOpen ? 'askedAt' : 'anticipations.paidAt'),
      show: ({ createdAt, closedAt }) => <Moment at={isOpen ? createdAt : (closedAt ?? createdAt)} />,
    },
    ...(isOpen
      ? [
          {
            key: 'acts',
            title: t('actions'),
            isAction: true,
            show: (anticipation: Anticipation) => <Acts anticipation={anticipation} onAsk={onAsk} />,
          },
        ]
      : []),
  ];
  const empty = {
    icon: 'history',
    title: t(`anticipations.empty.${view}`),
    text: t(`anticipations.emptyText.${view}`),
  } as const;
  return <MoneyList {...list} label={label} columns={columns} empty={empty} keyOf={({ id }) => id} />;
}

function Status({ anticipation: { state, reason } }: { anticipation: Anticipation }) {
  const { t } = useTranslation('adminMoney');
  const [tone, icon] = LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`anticipations.states.${state}`)} />;
  return reason ? <TwoLines first={badge} second={reason} /> : badge;
}

function Acts({ anticipation, onAsk }: Pick<AnticipationListProps, 'onAsk'> & { anticipation: Anticipation }) {
  const { t } = useTranslation('adminMoney');
  const { session } = useHost();
  const { name, id } = anticipation.person;
  if (anticipation.state !== 'WAITING') return null;
  if (id === session.person.id) return <span className="muted list-own">{t('own')}</span>;
  return (
    <span className="list-actions">
      <MoneyAction label={t('anticipations.refuse')} name={name} onClick={() => onAsk('REFUSE', anticipation)} />
      <MoneyAction isPrimary label={t('anticipations.pay')} name={name} onClick={() => onAsk('PAY', anticipation)} />
    </span>
  );
}
