/** Turns events of payments into events for other systems. They come at least once and in any order: the events are the same afterwards. */
import type { EventType } from '@feira/schemas/event-types';
import type { FastifyInstance } from 'fastify';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { announcePayments, type Reported } from './model.ts';

/** The events that other systems hear of, by the platform's own. */
const TOLD: Record<string, readonly EventType[]> = {
  'payment.pix_generated': ['pix.created'],
  'payment.billet_generated': ['boleto.created'],
  'payment.approved': ['sale.approved', 'access.granted'],
  'payment.confirmed': ['sale.approved', 'access.granted'],
  'payment.rejected': ['sale.refused'],
  'payment.canceled': ['sale.canceled'],
  'payment.refunded': ['sale.refunded', 'access.revoked'],
  'payment.chargeback': ['sale.charged_back', 'access.revoked'],
  'refund.done': ['refund.succeeded'],
  'refund.refused': ['refund.failed'],
};
export const TOLD_EVENTS = Object.keys(TOLD);

const toReported = ({ id, type, paymentId, payload: { refundId } }: OutboxEvent): Reported[] =>
  (TOLD[type] ?? []).map((told) => ({
    id,
    type: told,
    paymentId,
    ...(typeof refundId === 'string' && { refundId }),
  }));

/** Leaves out what opens or closes an access that the event before opened or closed already. */
function withoutRepeats(reported: Reported[]): Reported[] {
  const last = new Map<string, EventType>();
  return reported.filter(({ type, paymentId }) => {
    if (!type.startsWith('access.')) return true;
    if (last.get(paymentId) === type) return false;
    last.set(paymentId, type);
    return true;
  });
}

export const announceOutbox = (
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  events: OutboxEvent[],
): Promise<unknown> =>
  database.write(platformId, [announcePayments(platformId, withoutRepeats(events.flatMap(toReported)))]);
