/** Reads iugu's events. None is signed: each is followed by a question for the invoice or the transfer. */
import { invalidEvent } from '@feira/plugin-kit';
import type { WebhookResult } from '@feira/schemas/provider';
import { ACCOUNT_EVENT, fromAccountEvent } from '../../family-iugu/src/accounts.ts';
import { fromTransferEvent, readForm, TRANSFER_EVENTS } from '../../family-iugu/src/events.ts';

const INVOICE_EVENTS = [
  'invoice.status_changed',
  'invoice.refund',
  'invoice.partially_refunded',
  'invoice.refund_reverted',
  'invoice.payment_failed',
  'invoice.rejected',
];
export const EVENTS = [...INVOICE_EVENTS, ...TRANSFER_EVENTS, ACCOUNT_EVENT];

export function fromWebhook(body: unknown): WebhookResult {
  const form = readForm(body);
  const { name, data } = form;
  if (!INVOICE_EVENTS.includes(name))
    return fromTransferEvent(form) ?? fromAccountEvent(form) ?? { subject: 'ignored', event: name };
  const transactionId = data.text('id');
  const reference = data.text('order_id');
  if (!transactionId && !reference) throw invalidEvent('The event names no invoice.');
  return {
    subject: 'payment',
    event: name,
    transactionId,
    reference,
    providerStatus: data.text('status'),
    paidAmount: data.cents('paid_cents'),
  };
}
