import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
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
  return (
    <ConfirmChange
      title={t('refunds.repeatTitle', { amount: formatCurrency(refund.amount, refund.currency, locale) })}
      text={t('refunds.repeatText')}
      action={t('refunds.repeat')}
      change={useRefundRepeat()}
      input={{ refundId: refund.id }}
      onClose={onClose}
      onDone={() => onDone(t('refunds.repeated'))}
    >
      <FactList
        facts={[
          [t('cases.sale'), `${refund.title}, ${refund.buyerName}`],
          [t('cases.payment'), refund.paymentId],
          [t('payouts.provider'), refund.provider],
        ]}
      />
    </ConfirmChange>
  );
}
