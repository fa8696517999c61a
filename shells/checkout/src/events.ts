import type { Currency } from '@feira/schemas/common';

/** Fires once when a checkout opens. Pixels in their own frame translate it for each network. */
export interface InitiateCheckoutDetail {
  offerId: string;
  /** The amount in cents. */
  value: number;
  currency: Currency;
  /** The server's conversion event has the same id, so that a network counts it once. */
  eventId: string;
}

export function announceCheckout(detail: InitiateCheckoutDetail): void {
  window.dispatchEvent(new CustomEvent('feira:InitiateCheckout', { detail }));
}
