import { DELIVERY_STATES, type DeliveryState } from '@feira/schemas/seller-webhook';
import { defineFilter, oneOf } from '@feira/shell-kit/filter';

export const DELIVERY_FILTER = defineFilter({ state: oneOf('state', DELIVERY_STATES) }, null);

/** The namespaces with the words of deliveries, which have the same keys. */
export type DeliveryTexts = 'integrations' | 'webhooks';

/** A delivery to a system outside, as its list shows it. */
export interface Delivery<E extends string> {
  id: string;
  event: E;
  isTest: boolean;
  createdAt: string;
  state: DeliveryState;
  problem: string | null;
  attempts: number;
  answerStatus: number | null;
  nextAttemptAt: string | null;
}

export interface WholeDelivery<E extends string> extends Omit<Delivery<E>, 'isTest'> {
  attemptedAt: string | null;
  saleId: string | null;
  answer: string | null;
}

/** From the third attempt on nobody waits in front of the page. */
const WATCHED_ATTEMPTS = 2;

export const isOnItsWay = ({ state, attempts }: { state: DeliveryState; attempts: number }): boolean =>
  state === 'WAITING' && attempts < WATCHED_ATTEMPTS;
