import type { Input, Output } from '@feira/schemas/procedure';
import { approveProduct, blockProduct, getProduct, listProducts } from '@feira/schemas/procedures/products';
import type { Batch } from '@feira/shell-desk/batch/batch.ts';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

export type ReviewItem = Output<typeof listProducts>['items'][number];
export type ReviewedProduct = Output<typeof getProduct>;

export const useProducts = (input: Input<typeof listProducts>) => useListQuery(listProducts, input);
export const useProduct = (productId: string) => useProcedureQuery(getProduct, { productId });
export const useApproval = () => useChange(approveProduct, listProducts, getProduct);
/** Approves several products that wait for their review. */
export function useApprovals(): Batch<ReviewItem> {
  const { t } = useTranslation('review');
  const { mutateAsync } = useProcedureMutation(approveProduct);
  return {
    keyOf: ({ id }) => id,
    lineOf: ({ name, seller }) => ({ name: `${name} · ${seller.name}` }),
    words: {
      button: t('batch.button'),
      title: (count) => t('batch.title', { count }),
      text: t('batch.text'),
      action: t('batch.action'),
    },
    act: ({ id, version }) => mutateAsync({ productId: id, version }),
    stale: [listProducts, getProduct],
  };
}

export const useBlock = () => useChange(blockProduct, listProducts, getProduct);
