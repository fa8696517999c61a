/** Where a tab keeps what was typed for an offer. The payment page forgets it once the purchase is paid. */
export const typedPlace = (offerId: string): string => `feira:typed:${offerId}`;
