import { Fields, invalidEvent } from '@feira/plugin-kit';
import type { WebhookResult } from '@feira/schemas/provider';
import { fromChargeMoney, pickCharge, toStatusWord } from './mapping.ts';

/**
 * The word an event stands for, whatever `data.status` holds: a refund arrives as "canceled". `null` reads the word from
 * the charge, and the event says nothing of the status where the charge has none. Events that are not here say nothing about money.
 */
const PAYMENT_EVENTS = new Map<string, string | null>([
  ['order.paid', 'paid'],
  ['order.payment_failed', 'failed'],
  ['order.canceled', null],
  ['charge.paid', 'paid'],
  ['charge.payment_failed', 'failed'],
  ['charge.refunded', 'refunded'],
  ['charge.partial_canceled', null],
  ['charge.chargedback', 'chargedback'],
  ['chargeback.received', null],
  ['charge.underpaid', 'underpaid'],
  ['charge.overpaid', 'overpaid'],
]);

function fromPaymentEvent(event: string, data: Fields, eventWord: string | null) {
  const isOrder = event.startsWith('order.');
  // A dispute holds the charge that it is about; its own status and amount are not those of the charge.
  const own = data.has('charge') ? data.fields('charge') : data;
  const order = isOrder ? data : own.fields('order');
  const charge = (isOrder && pickCharge(data)) || own;
  const word = eventWord ?? toStatusWord(charge);
  // A charge outside an order is its own transaction.
  const transactionId = order.text('id') ?? own.text('id');
  const reference = order.text('code') ?? own.text('code');
  if (!transactionId && !reference) throw invalidEvent(`The event ${event} names neither order nor charge.`);
  if (event === 'chargeback.received') return { subject: 'payment', transactionId, reference } as const;
  return {
    subject: 'payment',
    transactionId,
    reference,
    providerStatus: word,
    ...fromChargeMoney(charge, word),
  } as const;
}

export function fromWebhook(input: unknown): WebhookResult {
  const body = new Fields(input);
  const data = body.fields('data');
  const event = body.text('type') ?? '';
  const about = { eventId: body.text('id'), event: event || undefined };
  const eventWord = PAYMENT_EVENTS.get(event);
  if (eventWord !== undefined) return { ...about, ...fromPaymentEvent(event, data, eventWord) };

  const id = data.text('id');
  const providerStatus = data.text('status');
  if (id && event.startsWith('transfer.')) {
    const word = providerStatus ?? event.slice('transfer.'.length);
    const reference = data.text('metadata.reference');
    return { ...about, subject: 'withdraw', withdrawId: id, reference, providerStatus: word };
  }
  if (id && event === 'recipient.updated') return { ...about, subject: 'receiver', receiverId: id, providerStatus };
  return { subject: 'ignored', ...about };
}
