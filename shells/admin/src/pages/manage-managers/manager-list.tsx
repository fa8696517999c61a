import { ActiveStatus } from '@feira/shell-desk/people/person-words.tsx';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { formatCount, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { PeopleList } from '../../components/people-list.tsx';
import { OwnAccessNote, PersonName, RowAction, SeenAt } from '../../components/person-words.tsx';
import type { ManagerSummary, useManagers } from './use-managers.ts';

interface ManagerListProps extends ListState {
  query: ReturnType<typeof useManagers>;
  onInvite: () => void;
  onRevoke: (person: ManagerSummary) => void;
}

export function ManagerList({ onInvite, onRevoke, ...list }: ManagerListProps) {
  const { t } = useTranslation('admin');
  const { locale, session } = useHost();
  const name = (person: ManagerSummary) => <PersonName person={person}>{person.name}</PersonName>;
  const act = (person: ManagerSummary) =>
    person.id === session.person.id ? (
      <OwnAccessNote />
    ) : (
      <RowAction label={t('managers.revoke')} name={person.name} onClick={() => onRevoke(person)} />
    );
  const columns: RecordColumn<ManagerSummary>[] = [
    { key: 'name', sort: 'name', title: t('people.name'), isHead: true, show: name },
    {
      key: 'users',
      sort: 'userCount',
      title: t('managers.users'),
      isNumber: true,
      show: ({ userCount }) => formatCount(userCount, locale),
    },
    { key: 'status', title: t('people.statusLabel'), show: ({ status }) => <ActiveStatus status={status} /> },
    {
      key: 'created',
      sort: 'createdAt',
      title: t('people.since'),
      show: ({ createdAt }) => formatDate(createdAt, locale),
    },
    {
      key: 'seen',
      sort: 'lastSeenAt',
      title: t('people.lastSeen'),
      show: ({ lastSeenAt }) => <SeenAt at={lastSeenAt} />,
    },
    { key: 'acts', title: t('people.actions'), isAction: true, show: act },
  ];
  const action = (
    <button type="button" className="button button-primary" onClick={onInvite}>
      {t('managers.invite')}
    </button>
  );
  const empty = { icon: 'suitcase', title: t('managers.emptyTitle'), text: t('managers.emptyText'), action } as const;
  return <PeopleList {...list} label={t('managers.title')} columns={columns} empty={empty} />;
}
