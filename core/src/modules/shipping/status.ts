/** Declares the states of a shipment and the steps between them. */
import type { PaymentStatus } from '@feira/schemas/common';
import type { SHIPMENT_STATES, SHIPPING_OBSTACLES } from '@feira/schemas/procedures/shipping';

export type ShipmentState = (typeof SHIPMENT_STATES)[number];

/** SHIPPED leads to itself where the carrier or the code is corrected. What came back may be sent again. */
const NEXT: Record<ShipmentState, readonly ShipmentState[]> = {
  TO_SHIP: ['SHIPPED'],
  SHIPPED: ['SHIPPED', 'DELIVERED', 'RETURNED'],
  DELIVERED: ['RETURNED'],
  RETURNED: ['SHIPPED'],
};

export const mayBecome = (from: ShipmentState, to: ShipmentState): boolean => NEXT[from].includes(to);

/** Returns why nothing may leave now; null where it may. */
export function obstacleOf(status: PaymentStatus): (typeof SHIPPING_OBSTACLES)[number] | null {
  if (status === 'APPROVED') return null;
  return status === 'REFUNDED' || status === 'CHARGEBACK' ? 'MONEY_BACK' : 'UNPAID';
}

/** Tells whether a parcel leaves with this step; a correction sends none. */
export const isSending = (from: ShipmentState, to: ShipmentState): boolean => to === 'SHIPPED' && from !== 'SHIPPED';
