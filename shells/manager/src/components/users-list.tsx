import { formatPhone } from '@feira/schemas/rules/phone';
import { ActiveStatus, RoleNames } from '@feira/shell-desk/people/person-words.tsx';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { ManagedUser } from './use-managed-users.ts';

interface UsersListProps {
  users: ManagedUser[] | undefined;
  /** Names the columns that are left out. */
  without?: readonly string[];
  skeletonCount?: number;
}

export function UsersList({ users, without = [], skeletonCount = 6 }: UsersListProps) {
  const { t } = useTranslation(['manager', 'kit']);
  const { locale } = useHost();
  const columns: RecordColumn<ManagedUser>[] = [
    {
      key: 'name',
      sort: 'name',
      title: t('users.name'),
      isHead: true,
      show: ({ id, name, email }) => (
        <TwoLines
          first={<PageLink to={`/manager-root/manager-users/${id}`}>{name}</PageLink>}
          second={<EmailText email={email} />}
        />
      ),
    },
    {
      key: 'phone',
      title: t('users.phone'),
      show: ({ phone }) =>
        phone ? (
          <a href={`tel:+55${phone}`}>{formatPhone(phone)}</a>
        ) : (
          <span className="muted">{t('users.noPhone')}</span>
        ),
    },
    { key: 'roles', title: t('users.roles'), show: ({ roles }) => <RoleNames roles={roles} /> },
    {
      key: 'createdAt',
      sort: 'createdAt',
      title: t('users.since'),
      show: ({ createdAt }) => formatDate(createdAt, locale),
    },
    {
      key: 'lastSeenAt',
      sort: 'lastSeenAt',
      title: t('users.lastSeen'),
      show: ({ lastSeenAt }) =>
        lastSeenAt ? formatDate(lastSeenAt, locale) : <span className="muted">{t('kit:never')}</span>,
    },
    { key: 'status', title: t('users.status'), isHead: true, show: ({ status }) => <ActiveStatus status={status} /> },
  ];
  return (
    <RecordList
      label={t('users.title')}
      columns={columns.filter(({ key }) => !without.includes(key))}
      records={users}
      keyOf={({ id }) => id}
      skeletonCount={skeletonCount}
    />
  );
}
