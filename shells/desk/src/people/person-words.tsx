import type { Role } from '@feira/schemas/procedure';
import type { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';

/** Shows whether a person, or a platform, is active, as word, colour and icon. */
export function ActiveStatus({ status }: { status: (typeof PERSON_STATUSES)[number] }) {
  const { t } = useTranslation('kit');
  const isActive = status === 'ACTIVE';
  return (
    <StatusBadge
      tone={isActive ? 'approved' : 'canceled'}
      icon={isActive ? 'check' : 'stop'}
      label={t(`activeStatus.${status}`)}
    />
  );
}

export function RoleNames({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('kit');
  return <span>{roles.length === 0 ? t('role.none') : roles.map((role) => t(`role.${role}`)).join(', ')}</span>;
}
