import type { DeliveryState } from '@feira/schemas/seller-webhook';
import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';
import type { ListedWebhook } from './use-webhooks.ts';

const FACES: Record<DeliveryState, [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  SENT: ['approved', 'check'],
  FAILED: ['rejected', 'alert'],
};

export function DeliveryStatus({ state }: { state: DeliveryState }) {
  const { t } = useTranslation('webhooks');
  const [tone, icon] = FACES[state];
  return <StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />;
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
