import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useTranslation } from 'react-i18next';
import type { Payout, PayoutState } from './use-payouts.ts';

const LOOKS: Record<PayoutState, [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  APPROVED: ['refunded', 'check'],
  SENDING: ['refunded', 'arrowRight'],
  SENT: ['refunded', 'arrowRight'],
  UNKNOWN: ['chargeback', 'alert'],
  PAID: ['approved', 'check'],
  REJECTED: ['rejected', 'close'],
  FAILED: ['rejected', 'close'],
  CANCELED: ['canceled', 'stop'],
};

/** Shows the state of a withdrawal, and what it waits for. */
export function PayoutStatus({ payout }: { payout: Payout }) {
  const { t } = useTranslation('adminMoney');
  const { state, approvals, approvalsWanted, settlement, settlementsWanted, contradictedAs, reason } = payout;
  const [tone, icon] = LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`payouts.states.${state}`)} />;
  const isShared = state === 'WAITING' && approvals.length + approvalsWanted > 1;
  const note = isShared
    ? t('payouts.approved', { done: approvals.length, count: approvals.length + approvalsWanted })
    : settlement && settlementsWanted > 1
      ? t(`payouts.settlementSaid.${settlement.outcome}`, { name: settlement.name })
      : contradictedAs
        ? t(`payouts.contradicted.${contradictedAs}`)
        : reason;
  return note ? <TwoLines first={badge} second={note} /> : badge;
}
