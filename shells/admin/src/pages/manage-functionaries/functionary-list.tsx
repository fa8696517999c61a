import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { ActiveStatus } from '@feira/shell-desk/people/person-words.tsx';
import { findUnheld } from '@feira/shell-desk/permissions/groups.ts';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { useHost } from '@feira/shell-kit/host-context';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { PeopleList } from '../../components/people-list.tsx';
import { OwnAccessNote, PersonName, RowAction, SeenAt } from '../../components/person-words.tsx';
import type { Functionary, useFunctionaries } from './use-functionaries.ts';

interface FunctionaryListProps extends ListState {
  query: ReturnType<typeof useFunctionaries>;
  onEdit: (person: Functionary) => void;
  onRevoke: (person: Functionary) => void;
}

export function FunctionaryList({ onEdit, onRevoke, ...list }: FunctionaryListProps) {
  const { t } = useTranslation('admin');
  const count = ({ permissions }: Functionary) =>
    t('functionaries.count', { held: permissions.length, all: ADMIN_PERMISSIONS.length });
  const factor = ({ hasSecondFactor }: Functionary) => (
    <span className={hasSecondFactor ? undefined : 'muted'}>
      {t(hasSecondFactor ? 'people.factorOn' : 'people.factorOff')}
    </span>
  );
  const name = (person: Functionary) => <PersonName person={person}>{person.name}</PersonName>;
  const columns: RecordColumn<Functionary>[] = [
    { key: 'name', sort: 'name', title: t('people.name'), isHead: true, show: name },
    {
      key: 'permissions',
      sortBy: ({ permissions }) => permissions.length,
      title: t('functionaries.permissions'),
      show: count,
    },
    { key: 'factor', title: t('people.secondFactor'), show: factor },
    { key: 'status', title: t('people.statusLabel'), show: ({ status }) => <ActiveStatus status={status} /> },
    {
      key: 'seen',
      sort: 'lastSeenAt',
      title: t('people.lastSeen'),
      show: ({ lastSeenAt }) => <SeenAt at={lastSeenAt} />,
    },
    {
      key: 'acts',
      title: t('people.actions'),
      isAction: true,
      show: (person) => <Acts person={person} onEdit={onEdit} onRevoke={onRevoke} />,
    },
  ];
  const empty = { icon: 'shield', title: t('functionaries.emptyTitle'), text: t('functionaries.emptyText') } as const;
  return <PeopleList {...list} label={t('functionaries.title')} columns={columns} empty={empty} />;
}

interface ActsProps {
  person: Functionary;
  onEdit: (person: Functionary) => void;
  onRevoke: (person: Functionary) => void;
}

function Acts({ person, onEdit, onRevoke }: ActsProps) {
  const { t } = useTranslation('admin');
  const { session } = useHost();
  if (person.id === session.person.id) return <OwnAccessNote />;
  const isOutOfReach = findUnheld(person.permissions, session.permissions).length > 0;
  return (
    <span className="list-actions">
      <RowAction label={t('functionaries.edit')} name={person.name} onClick={() => onEdit(person)} />
      <RowAction
        label={t('functionaries.revoke')}
        name={person.name}
        reason={isOutOfReach ? t('functionaries.outOfReach') : undefined}
        onClick={() => onRevoke(person)}
      />
    </span>
  );
}
