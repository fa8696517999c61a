import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { ListedConnection } from './use-integrations.ts';

/** Says whether a connection works, since when it fails, or that it is off. */
export function ConnectionStatus({ offReason, failingSince }: Pick<ListedConnection, 'offReason' | 'failingSince'>) {
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  if (offReason) {
    const isWanted = offReason === 'OWNER';
    return (
      <StatusBadge
        tone={isWanted ? 'canceled' : 'rejected'}
        icon={isWanted ? 'stop' : 'alert'}
        label={t(`off.${offReason}`)}
      />
    );
  }
  if (failingSince)
    return (
      <StatusBadge tone="rejected" icon="alert" label={t('failing', { since: formatDate(failingSince, locale) })} />
    );
  return <StatusBadge tone="approved" icon="check" label={t('working')} />;
}
