/** Reads Celcoin's events: those of the account name an entity, those of the API of PIX a type of transaction. */
import { Fields, invalidEvent } from '@feira/plugin-kit';
import type { WebhookResult } from '@feira/schemas/provider';
import { readId } from './mapping.ts';

/** The entities that tell of money of charges and withdrawals. */
export const ENTITIES = [
  'pix-payment-in',
  'pix-payment-out',
  'pix-reversal-in',
  'pix-reversal-out',
  'charge-create',
  'charge-in',
  'charge-canceled',
];

export function fromEvent(input: unknown): WebhookResult {
  const whole = new Fields(toLowerKeys(input));
  const event = whole.text('entity');
  const body = whole.fields(whole.has('requestbody') ? 'requestbody' : 'body');
  switch (event ?? body.text('transactiontype')) {
    case 'pix-payment-in':
    case 'RECEIVEPIX':
      return fromReceived(body);
    case 'pix-payment-out': {
      const [withdrawId, reference] = [body.text('id'), readId(body, 'clientcode')];
      if (!withdrawId && !reference) throw invalidEvent('The event names no payment.');
      const reason = body.reason('error.message') ?? body.reason('reason');
      const [providerStatus, amount] = [whole.text('status'), body.reais('amount')];
      return { subject: 'withdraw', event, withdrawId, reference, providerStatus, amount, reason };
    }
    case 'pix-reversal-in': {
      // Money of a payment came back, all or a part of it: the payment itself says which.
      const withdrawId = body.text('originalpaymentid');
      return withdrawId ? { subject: 'withdraw', event, withdrawId } : { subject: 'ignored', event };
    }
    case 'pix-reversal-out': {
      // Money of a PIX that came in went back: the charge is asked, which says how much is left.
      const [transactionId, paid] = [readId(body, 'transactionidbrcode'), body.text('originalendtoendid')];
      if (!transactionId && !paid) return { subject: 'notice', event, reason: body.text('endtoendid') };
      return { subject: 'payment', event, transactionId, movementIds: paid ? [paid] : undefined };
    }
    case 'charge-create':
    case 'charge-in':
    case 'charge-canceled': {
      const [transactionId, reference] = [body.text('transactionid'), body.text('externalid')];
      if (!transactionId && !reference) throw invalidEvent('The event names no charge.');
      return { subject: 'payment', event, transactionId, reference };
    }
    default:
      if (!event && !body.has('transactiontype'))
        throw invalidEvent('The event has neither entity nor transactionType.');
      return { subject: event && HELD.test(event) ? 'notice' : 'ignored', event };
  }
}

/** Entities that tell of money a court or another bank holds or takes, and of no charge of ours. */
const HELD = /^(judicial-movement|pix-infraction|pix-med)/;

/** It does not repeat our reference, only the number of the charge; a PIX to the key alone has none. */
function fromReceived(body: Fields): WebhookResult {
  const event = 'RECEIVEPIX';
  const transactionId = readId(body, 'transactionidbrcode');
  const [id, amount] = [body.text('endtoendid'), body.reais('amount')];
  if (!id || amount === undefined) throw invalidEvent('The event names no PIX, or no amount of it.');
  if (!transactionId) return { subject: 'ignored', eventId: id, event };
  return { subject: 'payment', eventId: id, event, transactionId, providerStatus: event, movements: [{ id, amount }] };
}

/** Names begin with capital letters in some events, and end in IdBRCode or IdBrCode. */
function toLowerKeys(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toLowerCase(), toLowerKeys(inner, depth + 1)]),
  );
}
