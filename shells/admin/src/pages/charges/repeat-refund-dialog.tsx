import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { type Refund, useRefundRepeat } from './use-refunds.ts';

interface RepeatRefundDialogProps {
  refund: Refund;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Orders money again that the provider refused to return and still holds. */
export function RepeatRefundDialog({ refund, onDone, onClose }: RepeatRefundDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { run, error, isBusy } = useRefundRepeat();
  const repeat = async () => {
    if (await run({ refundId: refund.id })) onDone(t('refunds.repeated'));
  };
  return (
    <ConfirmDialog
      title={t('refunds.repeatTitle', { amount: formatCurrency(refund.amount, refund.currency, locale) })}
      text={t('refunds.repeatText')}
      action={t('refunds.repeat')}
      error={error}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={repeat}
    >
      <FactList
        facts={[
          [t('cases.sale'), `${refund.title}, ${refund.buyerName}`],
          [t('cases.payment'), refund.paymentId],
          [t('payouts.provider'), refund.provider],
        ]}
      />
    </ConfirmDialog>
  );
}
