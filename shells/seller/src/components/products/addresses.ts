/** Writes the addresses of the catalogue's pages. */
export const PRODUCTS = '/platform/my-products';
export const NEW_PRODUCT = '/platform/create-product';
export const toProduct = (id: string, tab?: string): string => `${PRODUCTS}/product/${id}${tab ? `?tab=${tab}` : ''}`;
export const toOffer = (id: string): string => `${PRODUCTS}/offers/${id}`;
/** Leads to the page on which the checkout of an offer is designed. */
export const toBuilder = (offerId: string): string => `/platform/checkout-builder/${offerId}`;
