import { ProviderError } from '@feira/plugin-kit';
import type { WebhookResult } from '@feira/schemas/provider';
import type { WireCharge } from './client.ts';
import { fromChargeMoney, pickCharge, toStatusWord } from './mapping.ts';

/**
 * The word an event stands for, whatever `data.status` holds: a refund arrives as "canceled". `null` reads the word from
 * the charge. Events that are not here say nothing about money.
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
  ['charge.underpaid', 'underpaid'],
  ['charge.overpaid', 'overpaid'],
]);
const MAX_CENTS = 100_000_000_000;

type Fields = Record<string, unknown>;

// An event comes from outside: a field of another type than expected counts as absent.
const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const toText = (value: unknown, maxLength = 256): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
const toCents = (value: unknown): number | undefined =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_CENTS ? (value as number) : undefined;
const toWord = (value: unknown) => toText(value, 128);

function readCharge(data: Fields): WireCharge {
  const transaction = toFields(data.last_transaction);
  const [error] = [toFields(transaction.gateway_response).errors].flat();
  return {
    id: toText(data.id) ?? '',
    status: toWord(data.status) ?? 'canceled',
    amount: toCents(data.amount),
    paid_amount: toCents(data.paid_amount),
    paid_at: toText(data.paid_at),
    canceled_amount: toCents(data.canceled_amount),
    last_transaction: {
      status: toText(transaction.status),
      end_to_end_id: toText(transaction.end_to_end_id),
      acquirer_message: toText(transaction.acquirer_message),
      gateway_response: { errors: [{ message: toText(toFields(error).message) }] },
      antifraud_response: { status: toText(toFields(transaction.antifraud_response).status) },
    },
  };
}

function readPaymentEvent(event: string, data: Fields, eventWord: string | null) {
  const isOrder = event.startsWith('order.');
  const charges = Array.isArray(data.charges) ? data.charges.map((item) => readCharge(toFields(item))) : [];
  const order = isOrder ? data : toFields(data.order);
  const charge = (isOrder && pickCharge({ charges })) || readCharge(data);
  const word = eventWord ?? toStatusWord(charge);
  const ids = {
    // A charge outside an order is its own transaction.
    transactionId: toText(order.id) ?? toText(data.id),
    reference: toText(order.code) ?? toText(data.code),
  };
  if (!ids.transactionId && !ids.reference) {
    throw new ProviderError('INVALID_ANSWER', 'REJECTED', `The event ${event} names neither order nor charge.`);
  }
  return { subject: 'payment', ...ids, providerStatus: word, ...fromChargeMoney(charge, word) } as const;
}

export function fromWebhook(body: unknown): WebhookResult {
  const envelope = toFields(body);
  const data = toFields(envelope.data);
  const event = toText(envelope.type) ?? '';
  const said = { eventId: toText(envelope.id), event: event || undefined };
  const eventWord = PAYMENT_EVENTS.get(event);
  if (eventWord !== undefined) return { ...said, ...readPaymentEvent(event, data, eventWord) };

  const id = toText(data.id);
  const providerStatus = toWord(data.status);
  if (id && event.startsWith('transfer.')) {
    const reference = toText(toFields(data.metadata).reference);
    const word = providerStatus ?? toWord(event.slice(9));
    return { ...said, subject: 'withdraw', withdrawId: id, reference, providerStatus: word };
  }
  if (id && event === 'recipient.updated') return { ...said, subject: 'receiver', receiverId: id, providerStatus };
  return { subject: 'ignored', ...said };
}
