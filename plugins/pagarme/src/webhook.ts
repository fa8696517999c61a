import type { WebhookResult } from '@feira/schemas/provider';
import type { WireCharge, WireOrder } from './client.ts';
import { fromChargeMoney, pickCharge, toStatusWord } from './mapping.ts';

/**
 * The word an event stands for, whatever `data.status` holds: a refund arrives as "canceled". `null` reads the word from
 * the charge. Events that are not here say nothing about money.
 */
const PAYMENT_EVENTS: Record<string, string | null> = {
  'order.paid': 'paid',
  'order.payment_failed': 'failed',
  'order.canceled': null,
  'charge.paid': 'paid',
  'charge.payment_failed': 'failed',
  'charge.refunded': 'refunded',
  'charge.partial_canceled': null,
  'charge.chargedback': 'chargedback',
  'charge.underpaid': 'underpaid',
  'charge.overpaid': 'overpaid',
};

interface WireEvent {
  id?: string;
  type?: string;
  data?: { id?: string; status?: string };
}

function fromPaymentEvent(event: string, data: unknown, word: string | null): WebhookResult {
  const order = event.startsWith('order.') ? (data as WireOrder) : undefined;
  const charge = order ? pickCharge(order) : (data as WireCharge);
  const status = word ?? (charge ? toStatusWord(charge) : order?.status) ?? 'canceled';
  return {
    subject: 'payment',
    // A charge outside an order is its own transaction.
    transactionId: order?.id ?? charge?.order?.id ?? charge?.id,
    reference: order?.code ?? charge?.order?.code ?? charge?.code ?? undefined,
    providerStatus: status,
    ...(charge ? fromChargeMoney(charge, status) : { amount: order?.amount ?? undefined }),
  };
}

export function fromWebhook(body: unknown): WebhookResult {
  const { id: eventId, type: event = '', data } = (body ?? {}) as WireEvent;
  const said = { eventId, event: event || undefined };
  if (!data?.id) return { subject: 'ignored', ...said };
  if (Object.hasOwn(PAYMENT_EVENTS, event)) {
    return { ...said, ...fromPaymentEvent(event, data, PAYMENT_EVENTS[event] ?? null) };
  }
  if (event.startsWith('transfer.')) {
    return { ...said, subject: 'withdraw', withdrawId: data.id, providerStatus: data.status ?? event.slice(9) };
  }
  if (event === 'recipient.updated') {
    return { ...said, subject: 'receiver', receiverId: data.id, providerStatus: data.status };
  }
  return { subject: 'ignored', ...said };
}
