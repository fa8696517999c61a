import type { Output } from '@feira/schemas/procedure';
import { approveProduct, blockProduct, getProduct, listProducts } from '@feira/schemas/procedures/products';
import { type ProductFilter, toFilterInput } from '@feira/shell-kit/components/catalogue/product-filters';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type ReviewItem = Output<typeof listProducts>['items'][number];
export type ReviewedProduct = Output<typeof getProduct>;

export const useProducts = (filter: ProductFilter, after: string | null) =>
  useListQuery(listProducts, { ...toFilterInput(filter), ...(after && { after }) });
export const useProduct = (productId: string) => useProcedureQuery(getProduct, { productId });
export const useApproval = () => useChange(approveProduct, listProducts, getProduct);
export const useBlock = () => useChange(blockProduct, listProducts, getProduct);
