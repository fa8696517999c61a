import type { refundPayment } from '@feira/schemas/procedures/refunds';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { readAmount } from '@feira/shell-kit/amount-text';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { amount, type FieldsOf, group, optional, text } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonHead } from '../../components/person/person-head.tsx';
import { paymentCode } from './case-fields.ts';
import { ChargedSale } from './charged-sale.tsx';
import { useRefundable, useRefunding } from './use-refunds.ts';

interface RefundDialogProps {
  /** The payment to refund; null where the dialog asks for it. */
  paymentId: string | null;
  onDone: (message: string) => void;
  onClose: () => void;
}

const PAYMENT = group({ paymentId: paymentCode() });
const NOTHING_ASKED = { error: null, isBusy: false, reset: () => undefined };

/** Asks for the payment first, and shows the refundable amount before anything is refunded. */
export function RefundDialog({ paymentId: named, onDone, onClose }: RefundDialogProps) {
  const { t } = useTranslation('adminMoney');
  const [paymentId, setPaymentId] = useState(named);
  const { controls, dialog } = useDraft({ fields: PAYMENT, change: NOTHING_ASKED, say: t });
  if (paymentId)
    return (
      <AmountStep
        key={paymentId}
        paymentId={paymentId}
        onDone={onDone}
        onClose={onClose}
        onBack={() => setPaymentId(null)}
      />
    );
  return (
    <DialogForm
      title={t('refunds.dialogTitle')}
      text={t('refunds.dialogText')}
      action={t('refunds.find')}
      {...dialog((input) => setPaymentId(input.paymentId))}
      onClose={onClose}
    >
      <TextField label={t('cases.payment')} hint={t('cases.paymentHint')} {...controls.paymentId} />
    </DialogForm>
  );
}

interface AmountStepProps extends RefundDialogProps {
  paymentId: string;
  onBack: () => void;
}

function AmountStep({ paymentId, onDone, onClose, onBack }: AmountStepProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { data, error: readError } = useRefundable(paymentId);
  const change = useRefunding();
  const money = (cents: number) => formatCurrency(cents, data?.currency ?? 'BRL', locale);
  const refundable = data?.refundable ?? 0;
  const { controls, shown, dialog } = useDraft({
    fields: group({
      amount: optional(amount('refunds.amountWrong', 1, refundable)),
      note: optional(text({ control: { maxLength: 300 } })),
    } satisfies FieldsOf<typeof refundPayment, 'paymentId'>),
    change,
    say: (problem) => t(problem, { amount: money(refundable) }),
  });
  const isReady = data?.obstacle === null;
  // A text that cannot be a code names no payment: the form has no other field that the refusal could name.
  const isUnknown = readError?.code === 'VALIDATION_FAILED';
  const returned = shown.amount.trim() ? (readAmount(shown.amount) ?? 0) : refundable;
  const sending = dialog(async (input) => {
    if (await change.run({ paymentId, ...input })) onDone(t('refunds.done', { amount: money(returned) }));
  });
  const goBack = () => {
    onBack();
    return true;
  };
  return (
    <DialogForm
      isDanger={isReady}
      title={t('refunds.dialogTitle')}
      action={isReady ? t('refunds.action', { amount: money(returned) }) : t('refunds.back')}
      {...sending}
      onSend={isReady ? sending.onSend : goBack}
      onClose={onClose}
    >
      {!data && !readError && <Skeleton height={120} />}
      {isUnknown ? <p className="field-error">{t('refunds.unknown')}</p> : <Refusal error={readError} />}
      {data?.obstacle && <p className="field-error">{t(`refunds.obstacles.${data.obstacle}`)}</p>}
      {data && <PersonHead personId={data.sale.sellerId} />}
      {data && (
        <ChargedSale
          sale={data.sale}
          amounts={[
            [t('refunds.paid'), money(data.paidAmount)],
            [t('refunds.returned'), money(data.returnedAmount)],
            [t('refunds.refundable'), <strong key="refundable">{money(data.refundable)}</strong>],
          ]}
        />
      )}
      {isReady && (
        <>
          {data.isPartialPossible && (
            <TextField
              label={t('refunds.amount')}
              hint={t('refunds.amountHint')}
              prefix={CURRENCY_SYMBOLS[data.currency]}
              {...controls.amount}
            />
          )}
          <TextAreaField label={t('refunds.note')} hint={t('refunds.noteHint')} rows={2} {...controls.note} />
        </>
      )}
    </DialogForm>
  );
}
