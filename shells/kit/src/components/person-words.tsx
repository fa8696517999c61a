import type { Role } from '@feira/schemas/procedure';
import type { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** Shows whether a person, or a platform, is active, as word, colour and icon. */
export function ActiveStatus({ status }: { status: (typeof PERSON_STATUSES)[number] }) {
  const { t } = useTranslation('kit');
  const isActive = status === 'ACTIVE';
  return (
    <span className={`status ${isActive ? 'status-approved' : 'status-canceled'}`}>
      <Icon name={isActive ? 'check' : 'stop'} size={16} />
      {t(`activeStatus.${status}`)}
    </span>
  );
}

export function RoleNames({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('kit');
  return <span>{roles.length === 0 ? t('role.none') : roles.map((role) => t(`role.${role}`)).join(', ')}</span>;
}
