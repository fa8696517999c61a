import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Withdrawal } from './use-money.ts';

const LOOKS: Record<Withdrawal['state'], [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  APPROVED: ['pending', 'check'],
  SENDING: ['pending', 'arrowRight'],
  SENT: ['pending', 'arrowRight'],
  UNKNOWN: ['chargeback', 'search'],
  PAID: ['approved', 'check'],
  REJECTED: ['rejected', 'close'],
  FAILED: ['rejected', 'alert'],
  CANCELED: ['canceled', 'stop'],
};

/** Shows the state of a withdrawal, and what the person has to expect. */
export function WithdrawalStatus({ withdrawal: { state, reason, closedAt } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const [tone, icon] = LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`withdrawals.states.${state}`)} />;
  const closed = closedAt && `${formatDate(closedAt, locale)}, ${formatTime(closedAt, locale)}`;
  const note = state === 'UNKNOWN' ? t('withdrawals.unknownNote') : (reason ?? closed);
  return note ? <TwoLines first={badge} second={note} /> : badge;
}
