import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { ActiveStatus } from '@feira/shell-desk/people/person-words.tsx';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Administrator } from './use-administrators.ts';

interface AdministratorsListProps {
  people: Administrator[] | undefined;
  onEdit: (person: Administrator) => void;
  onRevoke: (person: Administrator) => void;
}

export function AdministratorsList({ people, onEdit, onRevoke }: AdministratorsListProps) {
  const { t } = useTranslation(['master', 'kit']);
  const { locale, session } = useHost();
  const columns: RecordColumn<Administrator>[] = [
    {
      key: 'name',
      title: t('administrators.name'),
      isHead: true,
      show: ({ name, email }) => <TwoLines first={<strong>{name}</strong>} second={<EmailText email={email} />} />,
    },
    {
      key: 'permissions',
      title: t('administrators.permissions'),
      show: ({ permissions }) => t('administrators.count', { held: permissions.length, all: ADMIN_PERMISSIONS.length }),
    },
    {
      key: 'factor',
      title: t('administrators.factor'),
      show: ({ hasSecondFactor }) => t(hasSecondFactor ? 'administrators.factorOn' : 'administrators.factorOff'),
    },
    {
      key: 'lastSeenAt',
      title: t('administrators.lastSeen'),
      show: ({ lastSeenAt }) =>
        lastSeenAt ? formatDate(lastSeenAt, locale) : <span className="muted">{t('kit:never')}</span>,
    },
    {
      key: 'status',
      title: t('administrators.status'),
      isHead: true,
      show: ({ status }) => <ActiveStatus status={status} />,
    },
    {
      key: 'actions',
      title: t('administrators.actions'),
      isAction: true,
      // People cannot change their own access.
      show: (person) =>
        person.id === session.person.id ? (
          <span className="muted">{t('administrators.ownAccess')}</span>
        ) : (
          <span className="list-actions">
            <Act label={t('administrators.edit')} name={person.name} onClick={() => onEdit(person)} />
            <Act label={t('administrators.revoke')} name={person.name} onClick={() => onRevoke(person)} />
          </span>
        ),
    },
  ];
  return <RecordList label={t('administrators.title')} columns={columns} records={people} keyOf={({ id }) => id} />;
}

/** Names the person, for those who hear the button alone. */
function Act({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  const { t } = useTranslation('master');
  return (
    <button type="button" className="button" onClick={onClick}>
      {label}
      <span className="visually-hidden"> {t('administrators.of', { name })}</span>
    </button>
  );
}
