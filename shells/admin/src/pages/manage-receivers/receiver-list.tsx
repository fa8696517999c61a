import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { situationOf } from '@feira/shell-desk/receivers/receiver-situation.ts';
import { ReceiverStatus, useRefusalReason } from '@feira/shell-desk/receivers/receiver-words.tsx';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { PersonCell } from '../../components/money/person-cell.tsx';
import type { Receiver, useReceivers } from './use-receivers.ts';

interface ReceiverListProps extends ListState {
  query: ReturnType<typeof useReceivers>;
  onAsk: (act: ReceiverAct, receiver: Receiver) => void;
}

export type ReceiverAct = 'ADOPT' | 'DISCARD' | 'DOCUMENTS';

export function ReceiverList({ onAsk, ...list }: ReceiverListProps) {
  const { t } = useTranslation(['receivers', 'admin', 'adminMoney']);
  const connections = list.query.data?.connections;
  const providerOf = (connectionId: string, otherwise: string) =>
    connections?.find((connection) => connection.id === connectionId)?.name ?? otherwise;
  const columns: RecordColumn<Receiver>[] = [
    {
      key: 'person',
      sortBy: ({ person }) => person?.name,
      title: t('adminMoney:person'),
      isHead: true,
      show: ({ person }) => person && <PersonCell person={person} />,
    },
    {
      key: 'provider',
      title: t('provider'),
      show: ({ connectionId, receiverProvider, receiverId }) =>
        receiverId ? (
          <TwoLines
            first={providerOf(connectionId, receiverProvider)}
            second={<span className="receiver-id">{receiverId}</span>}
          />
        ) : (
          providerOf(connectionId, receiverProvider)
        ),
    },
    { key: 'state', title: t('adminMoney:state'), show: (receiver) => <ListedStatus receiver={receiver} /> },
    {
      key: 'asked',
      sortBy: ({ createdAt }) => createdAt,
      title: t('askedAt'),
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: 'acts',
      title: t('adminMoney:actions'),
      isAction: true,
      show: (receiver) => <Acts receiver={receiver} onAsk={onAsk} />,
    },
  ];
  return (
    <MoneyList
      {...list}
      label={t('admin:receivers.title')}
      columns={columns}
      keyOf={({ id }) => id}
      empty={{ icon: 'bank', title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}

function Acts({ receiver, onAsk }: Pick<ReceiverListProps, 'onAsk'> & { receiver: Receiver }) {
  const { t } = useTranslation('receivers');
  const situation = situationOf(receiver);
  const name = nameOf(receiver);
  if (situation === 'PENDING' || situation === 'ACTIVE')
    return <MoneyAction label={t('documentsOf')} name={name} onClick={() => onAsk('DOCUMENTS', receiver)} />;
  if (situation !== 'UNKNOWN') return null;
  return (
    <span className="list-actions">
      <MoneyAction label={t('discard')} name={name} onClick={() => onAsk('DISCARD', receiver)} />
      <MoneyAction isPrimary label={t('adopt')} name={name} onClick={() => onAsk('ADOPT', receiver)} />
    </span>
  );
}

const nameOf = ({ person, receiverProvider }: Receiver) => person?.name ?? receiverProvider;

function ListedStatus({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation('receivers');
  const reasonOf = useRefusalReason();
  const situation = situationOf(receiver);
  const badge = <ReceiverStatus receiver={receiver} />;
  const note =
    situation === 'UNKNOWN'
      ? t('unknownNote')
      : (reasonOf(receiver) ?? (situation === 'ACTIVE' ? null : receiver.providerStatus));
  return note ? <TwoLines first={badge} second={note} /> : badge;
}
