import type { Output } from '@feira/schemas/procedure';
import { listPurchases } from '@feira/schemas/procedures/purchases';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

const PAGE_SIZE = 12;

export type Purchase = Output<typeof listPurchases>['purchases'][number];

export const usePurchases = (after: string | null) =>
  useProcedureQuery(listPurchases, after ? { after, limit: PAGE_SIZE } : { limit: PAGE_SIZE });
