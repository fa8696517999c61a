import type { Locale } from '@feira/schemas/common';
import { EVENT_TYPES, isAlias, type WebhookEvent } from '@feira/schemas/event-types';
import type { DeliveryState } from '@feira/schemas/seller-webhook';
import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedWebhook } from './use-webhooks.ts';

const FACES: Record<DeliveryState, [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  SENT: ['approved', 'check'],
  FAILED: ['rejected', 'alert'],
};

/** Returns the function that names an event. */
export function useEventName(): (event: WebhookEvent) => string {
  const { t } = useTranslation('webhooks');
  const { locale } = useHost();
  return (event) => (isAlias(event) ? t(`event.${event}`) : EVENT_TYPES[event][locale]);
}

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

/** Events and retries are minutes apart, so the day alone says too little. */
export const formatMoment = (iso: string, locale: Locale): string =>
  `${formatDate(iso, locale)} ${formatTime(iso, locale)}`;

/** Shows a body or an answer as it is. */
export function Words({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <>
      <h3 id={id}>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it. */}
      <section className="webhook-words" aria-labelledby={id} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </>
  );
}
