import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Dispute } from './use-disputes.ts';

const LOOKS: Record<Dispute['state'], [StatusTone, IconName]> = {
  OPEN: ['pending', 'alert'],
  ANSWERED: ['refunded', 'clock'],
  WON: ['approved', 'check'],
  LOST: ['rejected', 'close'],
  ACCEPTED: ['canceled', 'refund'],
};

/** Shows the state of a dispute, with the deadline of an open one. */
export function DisputeStatus({ dispute }: { dispute: Pick<Dispute, 'state' | 'dueAt' | 'answeredAt' | 'closedAt'> }) {
  const { t } = useTranslation('refunds');
  const { locale } = useHost();
  const { state, dueAt, answeredAt, closedAt } = dispute;
  const [tone, icon] = LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`states.disputes.${state}`)} />;
  const at = closedAt ?? answeredAt;
  const note =
    state === 'OPEN'
      ? t('disputes.dueAt', { date: formatDate(dueAt, locale), time: formatTime(dueAt, locale) })
      : at && formatDate(at, locale);
  return note ? <TwoLines first={badge} second={note} /> : badge;
}
