/** Reads events of deposits: which code was paid, and by which deposit. What came in is asked for, with the deposit as memo. */
import { invalidEvent } from '@feira/plugin-kit';
import type { WebhookResult } from '@feira/schemas/provider';
import { ACCOUNT_EVENT, fromAccountEvent } from '../../family-iugu/src/accounts.ts';
import { fromTransferEvent, readForm, TRANSFER_EVENTS } from '../../family-iugu/src/events.ts';
import { toMemo } from './mapping.ts';

const DEPOSIT_EVENT = 'deposit.pix_status_changed';
export const EVENTS = [DEPOSIT_EVENT, ...TRANSFER_EVENTS, ACCOUNT_EVENT];

export function fromWebhook(body: unknown): WebhookResult {
  const form = readForm(body);
  const { name, data } = form;
  if (name !== DEPOSIT_EVENT)
    return fromTransferEvent(form) ?? fromAccountEvent(form) ?? { subject: 'ignored', event: name };
  const depositId = data.text('deposit_id') ?? data.text('id');
  if (!depositId) throw invalidEvent('The event names no deposit.');
  const transactionId = data.text('qr_code_id') ?? data.text('qr_code[id]') ?? data.text('qr_code');
  // A PIX to the key of the account pays no code.
  if (!transactionId) return { subject: 'ignored', event: name };
  return { subject: 'payment', event: name, transactionId, memo: toMemo(depositId) };
}
