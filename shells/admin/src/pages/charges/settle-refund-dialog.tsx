import { formatCurrency } from '@feira/schemas/rules/currency';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Refund, useRefundSettlement } from './use-refunds.ts';

interface SettleRefundDialogProps {
  refund: Refund;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Says how a refund ended that its provider is silent about. Wrong words here return money twice. */
export function SettleRefundDialog({ refund, onDone, onClose }: SettleRefundDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { run, error, isBusy } = useRefundSettlement();
  const [outcome, setOutcome] = useState<'DONE' | 'REFUSED' | null>(null);
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const amount = formatCurrency(refund.amount, refund.currency, locale);
  const send = () => {
    setIsTried(true);
    if (!outcome || !note.trim()) return false;
    void run({ refundId: refund.id, outcome, note: note.trim() }).then(
      (answer) => answer && onDone(t(`refunds.settled.${outcome}`, { amount })),
    );
    return true;
  };
  return (
    <DialogForm
      isWide
      isDanger
      title={t('refunds.settleTitle', { amount })}
      text={t('refunds.settleText')}
      action={t('refunds.settleAction')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
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
        value={outcome}
        problem={isTried && !outcome ? t('payouts.outcomeMissing') : findFieldProblem(error, 'outcome')}
        onChange={setOutcome}
      />
      <TextAreaField
        name="note"
        label={t('payouts.evidence')}
        hint={t('payouts.evidenceHint')}
        rows={3}
        maxLength={300}
        value={note}
        problem={isTried && !note.trim() ? t('payouts.evidenceMissing') : findFieldProblem(error, 'note')}
        onChange={setNote}
      />
    </DialogForm>
  );
}
