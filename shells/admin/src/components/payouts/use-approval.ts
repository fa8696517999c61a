import { decideWithdrawal, listPayouts } from '@feira/schemas/procedures/payouts';
import type { Batch } from '@feira/shell-desk/batch/batch.ts';
import { useProcedureMutation } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import type { Payout } from './use-payouts.ts';

/** Approves several withdrawals. */
export function useApproval(): Batch<Payout> {
  const { t } = useTranslation('adminMoney');
  const { mutateAsync } = useProcedureMutation(decideWithdrawal);
  return {
    keyOf: ({ id }) => id,
    lineOf: ({ person, amount, fee, currency }) => ({ name: person.name, amount: amount - fee, currency }),
    words: {
      button: t('payouts.batch.button'),
      title: (count) => t('payouts.batch.title', { count }),
      text: t('payouts.batch.text'),
      action: t('payouts.batch.action'),
    },
    act: ({ id }) => mutateAsync({ withdrawalId: id, decision: 'APPROVE' }),
    stale: [listPayouts],
  };
}
