import { listMyCoupons } from '@feira/schemas/procedures/coupons';
import { listMyOffers } from '@feira/schemas/procedures/offers';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** As many as one call lists. */
const MOST = 100;

export const usePublishedOffers = () => useProcedureQuery(listMyOffers, { status: 'PUBLISHED', limit: MOST });

/** Returns the codes of coupons that the product takes. */
export function useCoupons(productId: string): string[] {
  const { data } = useProcedureQuery(listMyCoupons, { productId, limit: MOST });
  return data?.items.filter(({ isActive }) => isActive).map(({ code }) => code) ?? [];
}
