/** Turns events of payments into deliveries. Events come at least once and in any order: the deliveries are the same afterwards. */
import type { FastifyInstance } from 'fastify';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { SALE_EVENTS } from '../../shared/sale-events.ts';
import { queuePaymentEvents } from './delivery-model.ts';

export const prepareDeliveries = (
  { database }: Pick<FastifyInstance, 'database'>,
  { platformId, paymentId, type }: Pick<OutboxEvent, 'platformId' | 'paymentId' | 'type'>,
): Promise<unknown> => database.write(platformId, [queuePaymentEvents(platformId, paymentId, SALE_EVENTS[type] ?? [])]);
