import { ActiveStatus } from '@feira/shell-desk/people/person-words.tsx';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { StartPanel } from './start-panel.tsx';
import { useNewestUsers } from './use-start.ts';

const USERS = '/admin-root/manage-users';

export function NewestUsersPanel() {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const query = useNewestUsers();
  const people = query.data?.people ?? [];
  return (
    <StartPanel title={t('start.newest')} link={{ to: USERS, label: t('start.allUsers') }} query={query}>
      {people.length === 0 && <p className="muted">{t('users.emptyText')}</p>}
      <ul className="start-list">
        {people.map(({ id, name, email, status, createdAt }) => (
          <li key={id}>
            <TwoLines first={<PageLink to={`${USERS}/${id}`}>{name}</PageLink>} second={<EmailText email={email} />} />
            <span className="start-aside">
              {status === 'DISABLED' && <ActiveStatus status={status} />}
              <time className="muted" dateTime={createdAt}>
                {formatDate(createdAt, locale)}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </StartPanel>
  );
}
