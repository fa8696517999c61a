import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { readAmount, writeAmount } from '@feira/shell-kit/amount-text';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../components/money/reason-dialog.tsx';
import { type Debtor, useWriteOff } from './use-negative-sellers.ts';

interface WriteOffDialogProps {
  debtor: Debtor;
  currency: Currency;
  onDone: (message: string) => void;
  onClose: () => void;
}

const SHORTEST_REASON = 4;

/** Gives up a debt, whole or in part. */
export function WriteOffDialog({ debtor, currency, onDone, onClose }: WriteOffDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { run, error, isBusy } = useWriteOff();
  const [text, setText] = useState(writeAmount(debtor.owed, locale));
  const amount = readAmount(text);
  const isPossible = amount !== null && amount > 0 && amount <= debtor.owed;
  const { name, id: personId } = debtor.person;
  const owed = formatCurrency(debtor.owed, currency, locale);
  const send = async (reason: string) => {
    if (!isPossible || !(await run({ personId, currency, amount, reason }))) return;
    onDone(t('debts.done', { name, amount: formatCurrency(amount, currency, locale) }));
  };
  return (
    <ReasonDialog
      title={t('debts.title', { name })}
      text={t('debts.dialogText', { owed })}
      action={t('debts.action')}
      hint={t('debts.reasonHint')}
      minimum={SHORTEST_REASON}
      isBlocked={!isPossible}
      error={error}
      isBusy={isBusy}
      onClose={onClose}
      onSend={send}
    >
      <TextField
        name="amount"
        label={t('debts.amount')}
        prefix={{ BRL: 'R$', EUR: '€', USD: '$' }[currency]}
        inputMode="decimal"
        value={text}
        problem={isPossible ? findFieldProblem(error, 'amount') : t('debts.amountWrong', { owed })}
        onChange={setText}
      />
    </ReasonDialog>
  );
}
