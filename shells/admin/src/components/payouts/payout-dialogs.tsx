import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../money/reason-dialog.tsx';
import { PersonHead } from '../person/person-head.tsx';
import { PayoutFacts, PayoutHistory } from './payout-facts.tsx';
import { type Payout, usePayoutDecision } from './use-payouts.ts';

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

export function DetailDialog({ payout, onClose }: Omit<PayoutDialogProps, 'onDone'>) {
  const { t } = useTranslation(['adminMoney', 'kit']);
  return (
    <ModalDialog title={t('payouts.detailTitle', usePayoutNames(payout))} onClose={onClose}>
      <PayoutHistory payout={payout} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </ModalDialog>
  );
}
