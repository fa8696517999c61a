import type { Currency } from '@feira/schemas/common';
import type { writeOffDebt } from '@feira/schemas/procedures/reports';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { amount, type FieldsOf, group } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { reason } from '../../components/money/reason-dialog.tsx';
import { type Debtor, useWriteOff } from './use-negative-sellers.ts';

interface WriteOffDialogProps {
  debtor: Debtor;
  currency: Currency;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Writes off a debt, whole or in part. */
export function WriteOffDialog({ debtor, currency, onDone, onClose }: WriteOffDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const change = useWriteOff();
  const { name, id: personId } = debtor.person;
  const owed = formatCurrency(debtor.owed, currency, locale);
  const { controls, problems, dialog } = useDraft({
    fields: group({
      amount: amount('debts.amountWrong', 1, debtor.owed),
      reason: reason(4),
    } satisfies FieldsOf<typeof writeOffDebt, 'personId' | 'currency'>),
    stored: { amount: debtor.owed },
    change,
    say: (problem) => t(problem, { owed }),
  });
  return (
    <DialogForm
      isDanger
      title={t('debts.title', { name })}
      text={t('debts.dialogText', { owed })}
      action={t('debts.action')}
      {...dialog(async (input) => {
        if (await change.run({ personId, currency, ...input }))
          onDone(t('debts.done', { name, amount: formatCurrency(input.amount, currency, locale) }));
      })}
      onClose={onClose}
    >
      <TextField
        label={t('debts.amount')}
        prefix={CURRENCY_SYMBOLS[currency]}
        {...controls.amount}
        problem={problems.amount ? t('debts.amountWrong', { owed }) : controls.amount.problem}
      />
      <TextAreaField label={t('reason')} hint={t('debts.reasonHint')} rows={3} {...controls.reason} />
    </DialogForm>
  );
}
