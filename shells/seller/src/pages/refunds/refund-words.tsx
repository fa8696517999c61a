import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Refund, RefundRequest } from './use-refunds.ts';

const REFUND_LOOKS: Record<Refund['state'], [StatusTone, IconName]> = {
  REQUESTED: ['pending', 'clock'],
  SENDING: ['pending', 'arrowRight'],
  PENDING: ['pending', 'clock'],
  UNKNOWN: ['chargeback', 'search'],
  DONE: ['approved', 'check'],
  REFUSED: ['rejected', 'close'],
};

/** Shows the state of a refund, and the reason of a failed one. */
export function RefundStatus({
  refund: { state, reason, providerReason },
}: {
  refund: Pick<Refund, 'state' | 'reason' | 'providerReason'>;
}) {
  const { t, i18n } = useTranslation('refunds');
  const [tone, icon] = REFUND_LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`states.refunds.${state}`)} />;
  if (!reason) return badge;
  const isKnown = i18n.exists(`refunds:refundReasons.${reason}`);
  const why: string = isKnown ? t(`refundReasons.${reason}` as never) : reason;
  return <TwoLines first={badge} second={providerReason ? t('refundReason', { why, reason: providerReason }) : why} />;
}

const REQUEST_LOOKS: Record<RefundRequest['state'], [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  GRANTED: ['approved', 'check'],
  DECLINED: ['canceled', 'close'],
};

/** Shows the deadline of a request, or its decision. */
export function RequestStatus({ request }: { request: RefundRequest }) {
  const { t } = useTranslation('refunds');
  const { locale } = useHost();
  const { state, decideBy, decidedAt, refundState, paidBy } = request;
  const [tone, icon] = REQUEST_LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`states.requests.${state}`)} />;
  const at = (moment: string) => ({ date: formatDate(moment, locale), time: formatTime(moment, locale) });
  const note = () => {
    if (state === 'WAITING') return decideBy && t('requests.decideBy', at(decideBy));
    if (state === 'GRANTED' && paidBy === 'SELLER') return t('requests.paidBySeller');
    if (refundState) return t('requests.refund', { state: t(`states.refunds.${refundState}`) });
    return decidedAt && formatDate(decidedAt, locale);
  };
  const shown = note();
  return shown ? <TwoLines first={badge} second={shown} /> : badge;
}
