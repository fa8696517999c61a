import type { Output } from '@feira/schemas/procedure';
import {
  getRefundable,
  grantRequest,
  listPlatformRefunds,
  listPlatformRequests,
  type REFUND_REQUEST_STATES,
  type REFUND_STATES,
  refundPayment,
  repeatRefund,
  settleRefund,
} from '@feira/schemas/procedures/refunds';
import type { Batch } from '@feira/shell-desk/batch/batch.ts';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { type MoneyFilter, toMoneyInput } from '../../components/money/money-filter.ts';

export type Refund = Output<typeof listPlatformRefunds>['items'][number];
/** OVERDUE lists the refunds that a provider has not confirmed in time. */
export type RefundFilter = MoneyFilter<(typeof REFUND_STATES)[number] | 'OVERDUE'>;

export function useRefunds(filter: RefundFilter, after: string | null) {
  const { currency: _, state, ...input } = toMoneyInput(filter, after);
  return useListQuery(listPlatformRefunds, {
    ...input,
    ...(state === 'OVERDUE' ? { isOverdue: true } : state && { state }),
  });
}

export type RefundRequest = Output<typeof listPlatformRequests>['items'][number];

export function useRequests(filter: MoneyFilter<(typeof REFUND_REQUEST_STATES)[number]>, after: string | null) {
  const { currency: _, ...input } = toMoneyInput(filter, after);
  return useListQuery(listPlatformRequests, input);
}

/** Grants requests in the place of their sellers. */
export function useGrant(): Batch<RefundRequest> {
  const { t } = useTranslation('adminMoney');
  const { mutateAsync } = useProcedureMutation(grantRequest);
  return {
    keyOf: ({ id }) => id,
    lineOf: ({ title, buyerName, amount, currency }) => ({ name: `${title} · ${buyerName}`, amount, currency }),
    words: {
      button: t('requests.batch.button'),
      title: (count) => t('requests.batch.title', { count }),
      text: t('requests.batch.text'),
      action: t('requests.batch.action'),
    },
    act: ({ id }) => mutateAsync({ requestId: id }),
    stale: [listPlatformRequests, listPlatformRefunds],
  };
}

export type Refundable = Output<typeof getRefundable>;

export const useRefundable = (paymentId: string) => useProcedureQuery(getRefundable, { paymentId });
export const useRefunding = () => useChange(refundPayment, listPlatformRefunds, getRefundable);
export const useRefundRepeat = () => useChange(repeatRefund, listPlatformRefunds);
export const useRefundSettlement = () => useChange(settleRefund, listPlatformRefunds);
