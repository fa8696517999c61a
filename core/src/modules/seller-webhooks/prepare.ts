/** Turns events of payments into deliveries. Events come at least once and in any order: the deliveries are the same afterwards. */
import type { SellerEvent } from '@feira/schemas/seller-webhook';
import type { FastifyInstance } from 'fastify';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { queuePaymentEvents } from './delivery-model.ts';

const BOUGHT: SellerEvent[] = ['onBuyApproved', 'onProductShipping', 'onProductDigital'];

/** The events that sellers may hear of, by the platform's own. */
const TOLD: Record<string, SellerEvent[]> = {
  'payment.pix_generated': ['onPixCreated'],
  'payment.approved': BOUGHT,
  'payment.confirmed': BOUGHT,
  'payment.refunded': ['onRefound'],
  'payment.chargeback': ['onChargeback'],
};
export const TOLD_EVENTS = Object.keys(TOLD);

export const prepareDeliveries = (
  { database }: Pick<FastifyInstance, 'database'>,
  { platformId, paymentId, type }: Pick<OutboxEvent, 'platformId' | 'paymentId' | 'type'>,
): Promise<unknown> => database.write(platformId, [queuePaymentEvents(platformId, paymentId, TOLD[type] ?? [])]);
