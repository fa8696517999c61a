import type { Locale } from '@feira/schemas/common';
import type { DeliveryState } from '@feira/schemas/seller-webhook';
import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import './deliveries.css';
import type { DeliveryTexts } from './delivery.ts';

const FACES: Record<DeliveryState, [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  SENT: ['approved', 'check'],
  FAILED: ['rejected', 'alert'],
};

export function DeliveryStatus({ texts, state }: { texts: DeliveryTexts; state: DeliveryState }) {
  const { t } = useTranslation(texts);
  const [tone, icon] = FACES[state];
  return <StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />;
}

/** Events and retries are minutes apart, so the day alone says too little. */
export const formatMoment = (iso: string, locale: Locale): string =>
  `${formatDate(iso, locale)} ${formatTime(iso, locale)}`;

export const indent = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** Shows a body or an answer as it is. */
export function Words({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <>
      <h3 id={id}>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it. */}
      <section className="delivery-words" aria-labelledby={id} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </>
  );
}
