import type { Input, Output } from '@feira/schemas/procedure';
import { getBalance, listStatement } from '@feira/schemas/procedures/balances';
import { decideRequest, getRefundable, listRefunds, listRequests, refundSale } from '@feira/schemas/procedures/refunds';
import { listSales } from '@feira/schemas/procedures/sales';
import type { Batch } from '@feira/shell-desk/batch/batch.ts';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';

export type Refund = Output<typeof listRefunds>['items'][number];
export type RefundRequest = Output<typeof listRequests>['items'][number];
export type Refundable = Output<typeof getRefundable>;

export const useRefunds = (input: Input<typeof listRefunds>) => useListQuery(listRefunds, input);
export const useRequests = (input: Input<typeof listRequests>) => useListQuery(listRequests, input);
/** Reads one request, which may stand on no page that is shown. */
export const useRequest = (requestId: string) => useProcedureQuery(listRequests, { requestId });
/** Previews a refund; without an amount, a refund of all that is left. */
export const useRefundable = (paymentId: string, amount?: number) =>
  useProcedureQuery(getRefundable, { paymentId, ...(amount && { amount }) });

/** The lists that a refund changes. */
const RETURNED = [listRefunds, listRequests, getRefundable, listSales, getBalance, listStatement] as const;
export const useRefundSale = () => useChange(refundSale, ...RETURNED);
export const useRequestDecision = () => useChange(decideRequest, ...RETURNED);

/** Grants several requests; who declines one says why, so that no batch does. */
export function useGrant(): Batch<RefundRequest> {
  const { t } = useTranslation('refunds');
  const { mutateAsync } = useProcedureMutation(decideRequest);
  return {
    keyOf: ({ id }) => id,
    lineOf: ({ title, buyerName, amount, currency }) => ({ name: `${title} · ${buyerName}`, amount, currency }),
    words: {
      button: t('requests.batch.button'),
      title: (count) => t('requests.batch.title', { count }),
      text: t('requests.batch.text'),
      action: t('requests.batch.action'),
    },
    act: ({ id }) => mutateAsync({ requestId: id, decision: 'GRANT' }),
    stale: RETURNED,
  };
}
