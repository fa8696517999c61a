import { EVENT_TYPES, isAlias, type WebhookEvent } from '@feira/schemas/event-types';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { ListedWebhook } from './use-webhooks.ts';

/** Returns the function that names an event. */
export function useEventName(): (event: WebhookEvent) => string {
  const { t } = useTranslation('webhooks');
  const { locale } = useHost();
  return (event) => (isAlias(event) ? t(`event.${event}`) : EVENT_TYPES[event][locale]);
}

export function WebhookStatus({ offReason }: Pick<ListedWebhook, 'offReason'>) {
  const { t } = useTranslation('webhooks');
  if (!offReason) return <StatusBadge tone="approved" icon="check" label={t('on')} />;
  const isWanted = offReason === 'SELLER';
  return (
    <StatusBadge
      tone={isWanted ? 'canceled' : 'rejected'}
      icon={isWanted ? 'stop' : 'alert'}
      label={t(`off.${offReason}`)}
    />
  );
}
