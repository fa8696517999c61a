import type { Output } from '@feira/schemas/procedure';
import {
  getRefundable,
  grantRequest,
  listPlatformRefunds,
  listPlatformRequests,
  REFUND_REQUEST_STATES,
  REFUND_STATES,
  refundPayment,
  repeatRefund,
  settleRefund,
} from '@feira/schemas/procedures/refunds';
import type { Batch } from '@feira/shell-desk/batch/batch.ts';
import { days, defineFilter, oneOf, type PageOf, words } from '@feira/shell-kit/filter';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';

export type Refund = Output<typeof listPlatformRefunds>['items'][number];
/** OVERDUE lists the refunds that a provider has not confirmed in time. */
export const REFUND_FILTER_STATES = ['OVERDUE', ...REFUND_STATES] as const;
export const REFUND_FILTER = defineFilter({
  search: words(),
  period: days(),
  state: oneOf('state', REFUND_FILTER_STATES),
});

export const useRefunds = ({ state, ...input }: PageOf<typeof REFUND_FILTER>) =>
  useListQuery(listPlatformRefunds, {
    ...input,
    ...(state === 'OVERDUE' ? { isOverdue: true } : state && { state }),
  });

export type RefundRequest = Output<typeof listPlatformRequests>['items'][number];

export const REQUEST_FILTER = defineFilter({
  search: words(),
  period: days(),
  state: oneOf('state', REFUND_REQUEST_STATES),
});

export const useRequests = (input: PageOf<typeof REQUEST_FILTER>) => useListQuery(listPlatformRequests, input);

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
