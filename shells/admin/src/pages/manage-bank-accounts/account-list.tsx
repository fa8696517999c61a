import type { DESTINATION_STATUSES } from '@feira/schemas/procedures/payouts';
import { useDestinationKind } from '@feira/shell-desk/money/destination-words.tsx';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import type { IconName } from '@feira/shell-kit/components/icon';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { PersonCell } from '../../components/money/person-cell.tsx';
import type { BankAccount, useBankAccounts } from './use-bank-accounts.ts';

const LOOKS: Record<(typeof DESTINATION_STATUSES)[number], [StatusTone, IconName]> = {
  WAITING: ['pending', 'eye'],
  ACTIVE: ['approved', 'check'],
  REFUSED: ['rejected', 'close'],
  REMOVED: ['canceled', 'trash'],
};

interface AccountListProps extends ListState {
  query: ReturnType<typeof useBankAccounts>;
  onAsk: (decision: 'CONFIRM' | 'REFUSE', account: BankAccount) => void;
}

export function AccountList({ onAsk, ...list }: AccountListProps) {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const kindOf = useDestinationKind();
  const columns: RecordColumn<BankAccount>[] = [
    {
      key: 'person',
      sort: 'person',
      title: t('person'),
      isHead: true,
      show: ({ person }) => <PersonCell person={person} />,
    },
    {
      key: 'account',
      title: t('accounts.account'),
      show: (account) => (
        <TwoLines first={<span className="money-mask">{account.label}</span>} second={kindOf(account)} />
      ),
    },
    { key: 'holder', title: t('accounts.holder'), show: (account) => <Holder account={account} /> },
    { key: 'state', title: t('state'), show: (account) => <AccountStatus account={account} /> },
    {
      key: 'added',
      sort: 'createdAt',
      title: t('accounts.addedAt'),
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (account) => <Decisions account={account} onAsk={onAsk} />,
    },
  ];
  return (
    <MoneyList
      {...list}
      label={t('admin:bankAccounts.title')}
      columns={columns}
      keyOf={({ id }) => id}
      empty={{ icon: 'bank', title: t('accounts.emptyTitle'), text: t('accounts.emptyText') }}
    />
  );
}

function Holder({ account: { holderName, isOwnDocument } }: { account: BankAccount }) {
  const { t } = useTranslation('adminMoney');
  if (isOwnDocument) return holderName;
  return <TwoLines first={holderName} second={<span className="field-error">{t('accounts.foreign')}</span>} />;
}

function AccountStatus({ account: { status, usableAt, reason } }: { account: BankAccount }) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const [tone, icon] = LOOKS[status];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`accounts.states.${status}`)} />;
  const isCooling = status === 'ACTIVE' && new Date(usableAt) > new Date();
  const note = isCooling
    ? t('accounts.usableAt', { date: formatDate(usableAt, locale), time: formatTime(usableAt, locale) })
    : reason;
  return note ? <TwoLines first={badge} second={note} /> : badge;
}

function Decisions({ account, onAsk }: Pick<AccountListProps, 'onAsk'> & { account: BankAccount }) {
  const { t } = useTranslation('adminMoney');
  const { session } = useHost();
  const { status, person } = account;
  if (status !== 'WAITING') return null;
  if (person.id === session.person.id) return <span className="muted list-own">{t('own')}</span>;
  return (
    <span className="list-actions">
      <MoneyAction label={t('accounts.refuse')} name={person.name} onClick={() => onAsk('REFUSE', account)} />
      <MoneyAction
        isPrimary
        label={t('accounts.confirm')}
        name={person.name}
        onClick={() => onAsk('CONFIRM', account)}
      />
    </span>
  );
}
