import { HOST_PATHS } from '@feira/schemas/addresses';
import type { Output } from '@feira/schemas/procedure';
import { listPurchases } from '@feira/schemas/procedures/purchases';
import { openRefundPage } from '@feira/schemas/procedures/refunds';
import { useListQuery, useProcedureMutation } from '@feira/shell-kit/use-procedure';

const PAGE_SIZE = 12;

export type Purchase = Output<typeof listPurchases>['purchases'][number];

export const usePurchases = (after: string | null) =>
  useListQuery(listPurchases, after ? { after, limit: PAGE_SIZE } : { limit: PAGE_SIZE });

/** The page that buyers without an account reach by a mail opens at once for who is signed in. */
export function useRefundPage() {
  const { mutate, isPending, isSuccess, error } = useProcedureMutation(openRefundPage);
  return {
    isBusy: isPending || isSuccess,
    error,
    // Loaded anew: the token is taken out of the address before anything else happens.
    open: () => mutate({}, { onSuccess: ({ token }) => location.assign(`${HOST_PATHS.requestRefund}#${token}`) }),
  };
}
