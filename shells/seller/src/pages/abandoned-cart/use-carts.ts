import type { Locale } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import {
  getRecovery,
  getUplift,
  listCarts,
  markContacted,
  previewStep,
  stopCart,
  updateRecovery,
} from '@feira/schemas/procedures/abandoned-carts';
import { listMyCoupons } from '@feira/schemas/procedures/coupons';
import { listMyOffers } from '@feira/schemas/procedures/offers';
import { listMyProducts } from '@feira/schemas/procedures/products';
import type { Wording } from '@feira/schemas/rules/buyer-mails';
import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { useHost } from '@feira/shell-kit/host-context';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Cart = Output<typeof listCarts>['items'][number];
export type SavedRecovery = Output<typeof getRecovery>;
export type Subject = Input<typeof getRecovery>;

/** As many as one call lists. */
const MOST = 100;

export const useCarts = (input: Input<typeof listCarts>) => useProcedureQuery(listCarts, input);
export const useContacted = () => useChange(markContacted, listCarts);
export const useStop = () => useChange(stopCart, listCarts);
export const useRecovery = (subject: Subject) => useProcedureQuery(getRecovery, subject);
export const useRecoveryChange = () => useChange(updateRecovery, getRecovery);
export const useUplift = (input: Input<typeof getUplift>) => useProcedureQuery(getUplift, input);
export const usePreview = (locale: Locale, wording: Wording, coupon: string | null) =>
  useProcedureQuery(previewStep, { locale, ...wording, ...(coupon && { coupon }) });

/** Returns the newest products; undefined while they load. */
export function useProducts() {
  const { data } = useProcedureQuery(listMyProducts, { limit: MOST });
  return data?.items.map(({ id, name }) => ({ value: id, label: name }));
}

/** Returns the offers of a product; undefined while they load. */
export function useOffers(productId: string) {
  const { data, isPlaceholderData } = useProcedureQuery(listMyOffers, { productId, limit: MOST });
  const { locale } = useHost();
  if (isPlaceholderData || !data) return undefined;
  return [...labelOffers(data.items, locale)].map(([value, label]) => ({ value, label }));
}

/** Returns the codes of coupons that the product takes. */
export function useCoupons(productId: string): string[] {
  const { data } = useProcedureQuery(listMyCoupons, { productId, limit: MOST });
  return data?.items.filter(({ isActive }) => isActive).map(({ code }) => code) ?? [];
}
