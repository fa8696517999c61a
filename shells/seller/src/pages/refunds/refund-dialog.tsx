import { formatCurrency } from '@feira/schemas/rules/currency';
import { findAmountProblem } from '@feira/shell-desk/amounts/amount-problem.ts';
import { readAmount } from '@feira/shell-kit/amount-text';
import { AmountField, SumList } from '@feira/shell-kit/components/amount-field';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { SelectField, TextAreaField } from '@feira/shell-kit/components/form-fields';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useSearchField } from '@feira/shell-kit/use-search-field';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Refund, type Refundable, useRefundable, useRefundSale } from './use-refunds.ts';

interface RefundDialogProps {
  paymentId: string;
  onDone: (refund: Refund) => void;
  onClose: () => void;
}

/** Refunds a sale, whole or in part. The server prices the amount while the person types, so this form has no table of fields. */
export function RefundDialog(props: RefundDialogProps) {
  const { t } = useTranslation(['refunds', 'kit']);
  const { data, error, refetch } = useRefundable(props.paymentId);
  if (data && !data.obstacle) return <RefundForm whole={data} {...props} />;
  return (
    <ModalDialog
      title={t('refund.title')}
      {...(data?.obstacle && { text: t(`refund.obstacles.${data.obstacle}`) })}
      onClose={props.onClose}
    >
      {error && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={260} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={props.onClose}>
          {t(data?.obstacle ? 'close' : 'kit:cancel')}
        </button>
      </div>
    </ModalDialog>
  );
}

type Extent = 'WHOLE' | 'PART';
const MAX_NOTE = 300;

function RefundForm({ whole, paymentId, onDone, onClose }: RefundDialogProps & { whole: Refundable }) {
  const { t } = useTranslation('refunds');
  const { locale } = useHost();
  const [extent, setExtent] = useState<Extent>('WHOLE');
  const [asked, setAsked] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const field = useSearchField(asked, setAsked);
  const { run, error, isBusy, reset } = useRefundSale();
  const { refundable, currency } = whole;
  const isPart = extent === 'PART';
  const typed = isPart ? readAmount(field.text) : refundable;
  const problem = findAmountProblem(typed, 1, refundable);
  const priced = isPart ? readAmount(asked) : refundable;
  const hasPrice = !findAmountProblem(priced, 1, refundable) && priced !== refundable;
  const preview = useRefundable(paymentId, hasPrice ? (priced ?? undefined) : undefined);
  /** Only a previewed amount is sent. */
  const shown = !problem && typed === priced && !preview.isPlaceholderData ? preview.data : undefined;
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const send = () => {
    setIsTried(true);
    if (problem || !typed) return false;
    if (!shown) field.finish();
    else
      void run({ paymentId, ...(isPart && { amount: typed }), ...(note.trim() && { note: note.trim() }) }).then(
        (answer) => answer && onDone(answer.refund),
      );
    return true;
  };
  return (
    <DialogForm
      isDanger
      title={t('refund.title')}
      text={t('refund.text', { paid: money(whole.paidAmount), left: money(refundable) })}
      action={shown && typed ? t('refund.actionOf', { amount: money(typed) }) : t('refund.action')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <SelectField
        label={t('refund.extent')}
        value={extent}
        disabled={!whole.isPartialPossible}
        {...(!whole.isPartialPossible && { hint: t('refund.wholeOnly') })}
        options={(['WHOLE', 'PART'] as const).map((one) => ({
          value: one,
          label: t(`refund.extents.${one}`, { amount: money(refundable) }),
        }))}
        onChange={(next) => {
          setExtent(next);
          if (error) reset();
        }}
      />
      {isPart && (
        <AmountField
          label={t('refund.amount')}
          currency={currency}
          value={field.text}
          hint={t('refund.mostHint', { amount: money(refundable) })}
          problem={
            isTried && problem
              ? t(`refund.problems.${problem}`, { largest: money(refundable) })
              : findFieldProblem(error, 'amount')
          }
          onChange={(next) => {
            field.type(next);
            if (error) reset();
          }}
        />
      )}
      <Refusal error={preview.error} />
      <SumList
        label={t('refund.sums')}
        currency={currency}
        locale={locale}
        sums={[
          ...(shown?.shares ?? whole.shares)
            .filter(({ amount, left }) => amount > 0 || left > 0)
            .map(({ role, amount }) => ({ title: t(`shares.${role}`), amount: shown && amount })),
          { title: t('refund.buyerGets'), amount: shown && (typed ?? undefined) },
        ]}
      />
      <TextAreaField
        label={t('refund.note')}
        hint={t('refund.noteHint')}
        name="note"
        rows={2}
        maxLength={MAX_NOTE}
        value={note}
        problem={findFieldProblem(error, 'note')}
        onChange={setNote}
      />
    </DialogForm>
  );
}
