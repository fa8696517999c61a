import type { IconName } from '@feira/shell-kit/components/icon';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import type { Webhook } from './use-webhooks.ts';

type Shown = Webhook['state'] | 'RETRYING';
type Standing = Pick<Webhook, 'state' | 'reason'>;

const LOOKS: Record<Shown, readonly [tone: StatusTone, icon: IconName]> = {
  RECEIVED: ['refunded', 'clock'],
  RETRYING: ['pending', 'retry'],
  PROCESSED: ['approved', 'check'],
  IGNORED: ['canceled', 'stop'],
  PARKED: ['rejected', 'alert'],
};

/** A waiting event shows whether it was tried already. */
export const shownState = ({ state, reason }: Standing): Shown =>
  state === 'RECEIVED' && reason !== null ? 'RETRYING' : state;

/** Shows a state as word, colour and icon. */
export function WebhookState({ webhook }: { webhook: Standing }) {
  const { t } = useTranslation('webhookLogs');
  const state = shownState(webhook);
  const [tone, icon] = LOOKS[state];
  return <StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />;
}

/** Explains the state of an event in a sentence; null where no explanation is needed. Unknown codes are shown as they are. */
export function useReasonWords() {
  const { t, i18n } = useTranslation('webhookLogs');
  return (reason: string | null): string | null => {
    if (reason === null) return null;
    if (reason.startsWith('NOTICE ')) return t('reasons.NOTICE_NAMED', { name: reason.slice('NOTICE '.length) });
    if (reason.startsWith('EVENT ')) return t('reasons.EVENT_NAMED', { name: reason.slice('EVENT '.length) });
    return i18n.exists(`webhookLogs:reasons.${reason}`) ? t(`reasons.${reason}` as never) : reason;
  };
}

export function Moment({ at }: { at: string }) {
  const { locale } = useHost();
  return (
    <time dateTime={at}>
      <TwoLines first={formatDate(at, locale)} second={formatTime(at, locale)} />
    </time>
  );
}
