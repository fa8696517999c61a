import { formatCurrency } from '@feira/schemas/rules/currency';
import type { ApiError } from '@feira/shell-kit/client';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useHost } from '@feira/shell-kit/host-context';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../money/reason-dialog.tsx';
import { PersonHead } from '../person/person-head.tsx';
import { PayoutFacts, PayoutHistory } from './payout-facts.tsx';
import { type Payout, usePayout, usePayoutDecision } from './use-payouts.ts';

export interface PayoutDialogProps {
  payout: Payout;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The name and the amount, which every title shows. */
export function usePayoutNames({ person, amount, fee, currency }: Payout) {
  const { locale } = useHost();
  return { name: person.name, amount: formatCurrency(amount - fee, currency, locale) };
}

export function ApproveDialog({ payout, onDone, onClose }: PayoutDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { run, error, isBusy } = usePayoutDecision();
  const names = usePayoutNames(payout);
  const isLast = payout.approvalsWanted <= 1;
  const approve = async () => {
    const answer = await run({ withdrawalId: payout.id, decision: 'APPROVE' });
    if (!answer) return;
    const isSent = answer.withdrawal.state !== 'WAITING';
    onDone(t(isSent ? 'payouts.approvedDone' : 'payouts.approvedFirst', names));
  };
  return (
    <ConfirmDialog
      title={t('payouts.approveTitle', names)}
      text={t(isLast ? 'payouts.approveText' : 'payouts.approveTextFirst')}
      action={t('payouts.approve')}
      error={error}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={approve}
    >
      <PersonHead personId={payout.person.id} />
      <PayoutFacts payout={payout} />
    </ConfirmDialog>
  );
}

export function RejectDialog({ payout, onDone, onClose }: PayoutDialogProps) {
  const { t } = useTranslation('adminMoney');
  const change = usePayoutDecision();
  const names = usePayoutNames(payout);
  const reject = async (reason: string) => {
    if (await change.run({ withdrawalId: payout.id, decision: 'REJECT', reason }))
      onDone(t('payouts.rejectedDone', names));
  };
  return (
    <ReasonDialog
      title={t('payouts.rejectTitle', names)}
      text={t('payouts.rejectText')}
      action={t('payouts.rejectAction')}
      hint={t('payouts.rejectHint')}
      change={change}
      onClose={onClose}
      onSend={reject}
    >
      <PersonHead personId={payout.person.id} />
      <PayoutFacts payout={payout} />
    </ReasonDialog>
  );
}

interface DetailDialogProps {
  id: string;
  owner: 'seller' | 'manager';
  view: 'OPEN' | 'PAID';
  /** The withdrawal as the list has it; it may be on another page. */
  known: Payout | undefined;
  onClose: () => void;
}

/** Shows one withdrawal by the id in the address. */
export function DetailDialog({ id, owner, view, known, onClose }: DetailDialogProps) {
  const { payout: read, isRead, error, refetch } = usePayout(owner, view, id);
  const payout = read ?? known;
  if (payout) return <PayoutDetails payout={payout} onClose={onClose} />;
  return (
    <DetailFrame title={null} error={isRead ? null : error} isMissing={isRead} onRetry={refetch} onClose={onClose} />
  );
}

function PayoutDetails({ payout, onClose }: Omit<PayoutDialogProps, 'onDone'>) {
  const { t } = useTranslation('adminMoney');
  return (
    <DetailFrame title={t('payouts.detailTitle', usePayoutNames(payout))} onClose={onClose}>
      <PayoutHistory payout={payout} />
    </DetailFrame>
  );
}

interface DetailFrameProps {
  title: string | null;
  error?: ApiError | null;
  isMissing?: boolean;
  onRetry?: () => unknown;
  onClose: () => void;
  children?: ReactNode;
}

function DetailFrame({ title, error, isMissing = false, onRetry, onClose, children }: DetailFrameProps) {
  const { t } = useTranslation(['adminMoney', 'kit']);
  return (
    <ModalDialog title={title ?? t('details')} onClose={onClose}>
      {children}
      {error && onRetry && <LoadError error={error} onRetry={onRetry} />}
      {isMissing && <p>{t('payouts.missing')}</p>}
      {!children && !error && !isMissing && <Skeleton height={320} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </ModalDialog>
  );
}
