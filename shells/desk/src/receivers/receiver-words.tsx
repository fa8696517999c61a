import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';
import { type Receiver, type Situation, situationOf } from './receiver-situation.ts';
import './add-texts.ts';
import './receivers.css';

const LOOKS: Record<Situation, [StatusTone, IconName]> = {
  ASKING: ['refunded', 'arrowRight'],
  UNKNOWN: ['chargeback', 'alert'],
  PENDING: ['pending', 'clock'],
  ACTIVE: ['approved', 'check'],
  REJECTED: ['rejected', 'close'],
};

export function ReceiverStatus({ receiver }: { receiver: Pick<Receiver, 'state' | 'status'> }) {
  const { t } = useTranslation('receivers');
  const situation = situationOf(receiver);
  const [tone, icon] = LOOKS[situation];
  return <StatusBadge tone={tone} icon={icon} label={t(`situations.${situation}`)} />;
}

/** The platform's own reason; every other one comes from a provider. */
const NOT_OPENED = 'NOT_OPENED';

/** Returns why an account was not opened, where a reason is known. */
export function useRefusalReason() {
  const { t } = useTranslation('receivers');
  return ({ reason }: Pick<Receiver, 'reason'>): string | null =>
    reason === NOT_OPENED ? t('notOpened') : reason?.trim() || null;
}
