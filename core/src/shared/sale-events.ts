/** Names the events that other systems may hear of, by those that payments write to the outbox. */
import type { SellerEvent } from '@feira/schemas/seller-webhook';

const BOUGHT: SellerEvent[] = ['onBuyApproved', 'onProductShipping', 'onProductDigital'];

export const SALE_EVENTS: Record<string, SellerEvent[]> = {
  'payment.pix_generated': ['onPixCreated'],
  'payment.approved': BOUGHT,
  'payment.confirmed': BOUGHT,
  'payment.refunded': ['onRefound'],
  'payment.chargeback': ['onChargeback'],
};
