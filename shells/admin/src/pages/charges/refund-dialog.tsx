import { formatCurrency } from '@feira/schemas/rules/currency';
import { readAmount } from '@feira/shell-kit/amount-text';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPaymentCode } from './case-draft.ts';
import { useRefundable, useRefunding } from './use-refunds.ts';

interface RefundDialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Which payment first; what can be given back of it is asked for, and shown, before anything is. */
export function RefundDialog({ onDone, onClose }: RefundDialogProps) {
  const { t } = useTranslation('adminMoney');
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [paymentId, setPaymentId] = useState<string | null>(null);
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
  const find = () => {
    setIsTried(true);
    const code = readPaymentCode(text);
    if (code) setPaymentId(code);
    return code !== '';
  };
  return (
    <DialogForm
      title={t('refunds.dialogTitle')}
      text={t('refunds.dialogText')}
      action={t('refunds.find')}
      isBusy={false}
      error={null}
      onSend={find}
      onClose={onClose}
    >
      <TextField
        name="paymentId"
        label={t('cases.payment')}
        hint={t('cases.paymentHint')}
        spellCheck={false}
        maxLength={300}
        value={text}
        problem={isTried && !readPaymentCode(text) ? t('cases.problems.paymentId') : undefined}
        onChange={setText}
      />
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
  const { run, error, isBusy, reset } = useRefunding();
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const money = (cents: number) => formatCurrency(cents, data?.currency ?? 'BRL', locale);
  const amount = text.trim() ? readAmount(text) : (data?.refundable ?? 0);
  const isPossible = data && amount !== null && amount > 0 && amount <= data.refundable;
  const isReady = data?.obstacle === null;
  // What cannot be a code is no payment's: there is no field left that could be named.
  const isUnknown = readError?.code === 'VALIDATION_FAILED';
  const send = () => {
    if (!isReady) {
      onBack();
      return true;
    }
    setIsTried(true);
    if (!isPossible) return false;
    const noted = note.trim();
    const input = { paymentId, ...(text.trim() && { amount }), ...(noted && { note: noted }) };
    void run(input).then((answer) => answer && onDone(t('refunds.done', { amount: money(amount) })));
    return true;
  };
  return (
    <DialogForm
      isDanger={isReady}
      title={t('refunds.dialogTitle')}
      action={isReady ? t('refunds.action', { amount: money(amount ?? 0) }) : t('refunds.back')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      {!data && !readError && <Skeleton height={120} />}
      {isUnknown ? <p className="field-error">{t('refunds.unknown')}</p> : <Refusal error={readError} />}
      {data?.obstacle && <p className="field-error">{t(`refunds.obstacles.${data.obstacle}`)}</p>}
      {data && (
        <FactList
          facts={[
            [t('cases.payment'), paymentId],
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
              name="amount"
              label={t('refunds.amount')}
              hint={t('refunds.amountHint')}
              prefix={CURRENCY_SYMBOLS[data.currency]}
              inputMode="decimal"
              value={text}
              problem={
                isTried && !isPossible
                  ? t('refunds.amountWrong', { amount: money(data.refundable) })
                  : findFieldProblem(error, 'amount')
              }
              onChange={(typed) => {
                setText(typed);
                if (error) reset();
              }}
            />
          )}
          <TextAreaField
            name="note"
            label={t('refunds.note')}
            hint={t('refunds.noteHint')}
            rows={2}
            maxLength={300}
            value={note}
            problem={findFieldProblem(error, 'note')}
            onChange={setNote}
          />
        </>
      )}
    </DialogForm>
  );
}
