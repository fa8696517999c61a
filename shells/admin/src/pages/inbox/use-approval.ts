import { decideAnticipation } from '@feira/schemas/procedures/anticipations';
import { decideWithdrawal } from '@feira/schemas/procedures/payouts';
import { grantRequest } from '@feira/schemas/procedures/refunds';
import type { Batch } from '@feira/shell-desk/batch/batch.ts';
import type { WorkItem } from '@feira/shell-desk/inbox/use-inbox.ts';
import { useProcedureMutation } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';

/** Approves several items of the inbox, of whatever kinds one call approves. */
export function useApproval(): Batch<WorkItem> {
  const { t } = useTranslation('inbox');
  const withdrawal = useProcedureMutation(decideWithdrawal);
  const anticipation = useProcedureMutation(decideAnticipation);
  const request = useProcedureMutation(grantRequest);
  return {
    keyOf: ({ id }) => id,
    lineOf: ({ kind, person, title, amount, currency }) => ({
      name: [t(`kind.${kind}`), kind === 'REQUESTS' ? title : null, person?.name].filter(Boolean).join(' · '),
      amount,
      currency,
    }),
    words: {
      button: t('approveChosen'),
      title: (count) => t('approveTitle', { count }),
      text: t('approveText'),
      action: t('approveAction'),
    },
    act: ({ kind, id }) => {
      if (kind === 'ANTICIPATIONS') return anticipation.mutateAsync({ anticipationId: id, decision: 'PAY' });
      if (kind === 'REQUESTS') return request.mutateAsync({ requestId: id });
      return withdrawal.mutateAsync({ withdrawalId: id, decision: 'APPROVE' });
    },
    stale: [],
  };
}
