import type { listUsers, PersonSummary } from '@feira/schemas/procedures/people';
import { ActiveStatus } from '@feira/shell-desk/people/person-words.tsx';
import { PageLink } from '@feira/shell-kit/components/page-link';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import type { useListQuery } from '@feira/shell-kit/use-procedure';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PeopleList } from '../../components/people-list.tsx';
import { PersonName, RoleTags, SeenAt } from '../../components/person-words.tsx';
import { toUserAddress } from './users-filter.ts';

interface UsersListProps extends ListState {
  query: ReturnType<typeof useListQuery<typeof listUsers>>;
  exports: ReactNode;
}

export function UsersList(props: UsersListProps) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const columns: RecordColumn<PersonSummary>[] = [
    {
      key: 'name',
      sort: 'name',
      title: t('people.name'),
      isHead: true,
      show: (person) => <PersonLink person={person} />,
    },
    { key: 'roles', title: t('users.roles'), show: ({ roles }) => <RoleTags roles={roles} /> },
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
  ];
  const empty = { icon: 'people', title: t('users.emptyTitle'), text: t('users.emptyText') } as const;
  return <PeopleList {...props} label={t('users.title')} columns={columns} empty={empty} />;
}

/** The browser's history entry keeps the way back to this very page of the list. */
function PersonLink({ person }: { person: PersonSummary }) {
  const { search, state } = useAddress();
  return (
    <PersonName person={person}>
      <PageLink to={toUserAddress(search, person.id)} state={state}>
        {person.name}
      </PageLink>
    </PersonName>
  );
}
