import type { Currency } from '@feira/schemas/common';

/** Fired once when a checkout opens. Pixels in their own frame turn it into the words of each network. */
export interface InitiateCheckoutDetail {
  offerId: string;
  /** Cents. */
  value: number;
  currency: Currency;
  /** The same id travels with the server's conversion event, so that a network counts it once. */
  eventId: string;
}

export function announceCheckout(detail: InitiateCheckoutDetail): void {
  window.dispatchEvent(new CustomEvent('feira:InitiateCheckout', { detail }));
}
