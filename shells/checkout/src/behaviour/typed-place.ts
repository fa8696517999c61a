/** Returns the key under which a tab keeps the values typed for an offer. The payment page forgets them once the purchase is paid. */
export const typedPlace = (offerId: string): string => `feira:typed:${offerId}`;
