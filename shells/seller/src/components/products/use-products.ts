import type { Input, Output } from '@feira/schemas/procedure';
import { createCoupon, deleteCoupon, listMyCoupons, updateCoupon } from '@feira/schemas/procedures/coupons';
import {
  archiveOffer,
  copyOffer,
  createOffer,
  getMyOffer,
  listConnections,
  listMyOffers,
  listOffers,
  updateOffer,
} from '@feira/schemas/procedures/offers';
import {
  archiveProduct,
  createOrderBump,
  createProduct,
  deleteOrderBump,
  deleteProduct,
  getMyProduct,
  listMyProducts,
  listOrderBumps,
  publishProduct,
  sortOrderBumps,
  updateOrderBump,
  updateProduct,
} from '@feira/schemas/procedures/products';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type ProductItem = Output<typeof listMyProducts>['items'][number];
export type Product = Output<typeof getMyProduct>;
export type Offer = Output<typeof getMyOffer>;
export type OfferItem = Output<typeof listMyOffers>['items'][number];
export type Coupon = Output<typeof listMyCoupons>['items'][number];
export type Bump = Output<typeof listOrderBumps>['items'][number];

const MOST_OFFERS = 100;
/** Queries that show a product or an offer. */
const SHOWN = [getMyProduct, listMyProducts, getMyOffer, listMyOffers, listOffers, listOrderBumps] as const;

export const useMyProducts = (input: Input<typeof listMyProducts>) => useListQuery(listMyProducts, input);
export const useMyProduct = (productId: string) => useProcedureQuery(getMyProduct, { productId });
export const useMyOffer = (offerId: string) => useProcedureQuery(getMyOffer, { offerId });
/** To choose one from. */
export const useOfferChoice = () => useProcedureQuery(listMyOffers, { limit: MOST_OFFERS });
export const useBumps = (productId: string) => useProcedureQuery(listOrderBumps, { productId });
/** The offers of a product, with the addresses of their checkouts. */
export const useProductOffers = (productId: string) =>
  useProcedureQuery(listMyOffers, { productId, limit: MOST_OFFERS });
/** The coupons that the product takes. */
export const useCoupons = (productId: string, after: string | null) =>
  useListQuery(listMyCoupons, { productId, ...(after && { after }) });
export const useConnections = () => useProcedureQuery(listConnections, {});

export const useProductCreation = () => useChange(createProduct, listMyProducts);
export const useProductChange = () => useChange(updateProduct, ...SHOWN);
export const useProductPublication = () => useChange(publishProduct, ...SHOWN);
export const useProductArchival = () => useChange(archiveProduct, ...SHOWN);
export const useProductDeletion = () => useChange(deleteProduct, listMyProducts, listMyOffers, listOffers);
export const useOfferCreation = () => useChange(createOffer, ...SHOWN);
export const useOfferChange = () => useChange(updateOffer, ...SHOWN);
export const useOfferCopy = () => useChange(copyOffer, ...SHOWN);
export const useOfferArchival = () => useChange(archiveOffer, ...SHOWN);
export const useBumpCreation = () => useChange(createOrderBump, listOrderBumps);
export const useBumpChange = () => useChange(updateOrderBump, listOrderBumps);
export const useBumpOrder = () => useChange(sortOrderBumps, listOrderBumps);
export const useBumpDeletion = () => useChange(deleteOrderBump, listOrderBumps);
export const useCouponCreation = () => useChange(createCoupon, listMyCoupons);
export const useCouponChange = () => useChange(updateCoupon, listMyCoupons);
export const useCouponDeletion = () => useChange(deleteCoupon, listMyCoupons);
