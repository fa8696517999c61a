import type { settleRefund } from '@feira/schemas/procedures/refunds';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { type FieldsOf, group, required, text } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { type Refund, useRefundSettlement } from './use-refunds.ts';

interface SettleRefundDialogProps {
  refund: Refund;
  onDone: (message: string) => void;
  onClose: () => void;
}

const FIELDS = group({
  outcome: required<'DONE' | 'REFUSED', 'payouts.outcomeMissing'>('payouts.outcomeMissing'),
  note: text({ problem: 'payouts.evidenceMissing', control: { maxLength: 300 } }),
} satisfies FieldsOf<typeof settleRefund, 'refundId'>);

/** Records how a refund ended on which its provider is silent. A wrong entry returns the money twice. */
export function SettleRefundDialog({ refund, onDone, onClose }: SettleRefundDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const change = useRefundSettlement();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  const amount = formatCurrency(refund.amount, refund.currency, locale);
  return (
    <DialogForm
      isWide
      isDanger
      title={t('refunds.settleTitle', { amount })}
      text={t('refunds.settleText')}
      action={t('refunds.settleAction')}
      {...dialog(async (input) => {
        if (await change.run({ refundId: refund.id, ...input }))
          onDone(t(`refunds.settled.${input.outcome}`, { amount }));
      })}
      onClose={onClose}
    >
      <div className="notice notice-warning">
        <Icon name="alert" />
        <p>
          <strong>{t('refunds.settleWarningTitle')}</strong>
          <span>{t('refunds.settleWarning')}</span>
        </p>
      </div>
      <FactList
        facts={[
          [t('cases.sale'), `${refund.title}, ${refund.buyerName}`],
          [t('cases.payment'), refund.paymentId],
          [t('payouts.provider'), refund.provider],
          [t('payouts.reference'), refund.providerRefundId ?? '–'],
        ]}
      />
      <RadioFields
        label={t('payouts.outcome')}
        options={(['DONE', 'REFUSED'] as const).map((value) => ({
          value,
          label: t(`refunds.outcomes.${value}`),
          hint: t(`refunds.outcomeHints.${value}`),
        }))}
        {...controls.outcome}
      />
      <TextAreaField label={t('payouts.evidence')} hint={t('payouts.evidenceHint')} rows={3} {...controls.note} />
    </DialogForm>
  );
}
