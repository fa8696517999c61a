import { DISPUTE_KINDS } from '@feira/schemas/procedures/disputes';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { CASE } from './case-fields.ts';
import { useCaseOpening } from './use-cases.ts';

interface OpenCaseDialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Opens a case that a bank announced by mail or on its own pages; a provider's cases open by themselves. */
export function OpenCaseDialog({ onDone, onClose }: OpenCaseDialogProps) {
  const { t } = useTranslation('adminMoney');
  const change = useCaseOpening();
  const { controls, dialog } = useDraft({ fields: CASE, change, say: t });
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
        <TextField label={t('cases.dueAt')} hint={t('cases.dueHint')} {...controls.dueAt} />
        <TextField label={t('cases.reference')} hint={t('cases.referenceHint')} {...controls.providerReference} />
      </div>
      <TextAreaField label={t('cases.reason')} hint={t('cases.reasonHint')} rows={3} {...controls.reason} />
    </DialogForm>
  );
}
