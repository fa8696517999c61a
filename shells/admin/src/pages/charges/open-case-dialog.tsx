import { publicIdSchema } from '@feira/schemas/common';
import { DISPUTE_KINDS } from '@feira/schemas/procedures/disputes';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { DayField } from '@feira/shell-kit/components/day-field';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../components/use-permission.ts';
import { CASE, readPaymentCode } from './case-fields.ts';
import { ChargedSale } from './charged-sale.tsx';
import { useCaseOpening } from './use-cases.ts';
import { useRefundable } from './use-refunds.ts';

interface OpenCaseDialogProps {
  /** The disputed payment, where it is known. */
  paymentId: string | null;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Opens a case that a bank announced by mail or on its own pages; a provider's cases open by themselves. */
export function OpenCaseDialog({ paymentId, onDone, onClose }: OpenCaseDialogProps) {
  const { t } = useTranslation('adminMoney');
  const can = usePermission();
  const change = useCaseOpening();
  const { controls, shown, dialog } = useDraft({
    fields: CASE,
    stored: paymentId ? { paymentId } : undefined,
    change,
    say: t,
  });
  const typed = readPaymentCode(shown.paymentId);
  return (
    <DialogForm
      isWide
      title={t('cases.openTitle')}
      text={t('cases.openText')}
      action={t('cases.open')}
      {...dialog(async (input) => {
        if (await change.run(input)) onDone(t('cases.opened'));
      })}
      onClose={onClose}
    >
      {PAYMENT_CODE.test(typed) && can('isSalesAvailable') && <NamedSale paymentId={typed} />}
      <RadioFields
        label={t('cases.kind')}
        options={DISPUTE_KINDS.map((value) => ({
          value,
          label: t(`cases.kinds.${value}`),
          hint: t(`cases.kindHints.${value}`),
        }))}
        {...controls.kind}
      />
      <div className="form-grid">
        <TextField label={t('cases.payment')} hint={t('cases.paymentHint')} {...controls.paymentId} />
        <TextField label={t('cases.amount')} hint={t('cases.amountHint')} {...controls.amount} />
        <DayField label={t('cases.dueAt')} hint={t('cases.dueHint')} {...controls.dueAt} />
        <TextField label={t('cases.reference')} hint={t('cases.referenceHint')} {...controls.providerReference} />
      </div>
      <TextAreaField label={t('cases.reason')} hint={t('cases.reasonHint')} rows={3} {...controls.reason} />
    </DialogForm>
  );
}

const PAYMENT_CODE = new RegExp(publicIdSchema.pattern);

/** Shows the sale before its case is opened. A code of no payment is refused when the form is sent. */
function NamedSale({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { data, error } = useRefundable(paymentId);
  if (error) return null;
  if (!data) return <Skeleton height={120} />;
  return (
    <ChargedSale
      sale={data.sale}
      amounts={[[t('refunds.paid'), formatCurrency(data.paidAmount, data.currency, locale)]]}
    />
  );
}
