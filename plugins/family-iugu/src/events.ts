/** iugu's events are forms, all texts: some name their fields `data[id]`, others plainly `id`, and the pages do not agree with each other. */
import { Fields, invalidEvent } from '@feira/plugin-kit';
import type { WebhookResult } from '@feira/schemas/provider';
import type { FamilyClient } from './client.ts';

/** The events of transfer requests that are registered; they tell every change of one. */
export const TRANSFER_EVENTS = ['transfer_request.status_changed', 'transfer_request.pix_status_changed'];

/** One event, whose fields are read by their plain names. */
export interface FamilyEvent {
  name: string;
  data: Fields;
}

export function readForm(body: unknown): FamilyEvent {
  const entries = Object.entries(typeof body === 'object' ? (body ?? {}) : {});
  /** data[id] is id, data[qr_code][id] is qr_code[id]. */
  const plain = (name: string) => name.replace(/^data\[([^\]]+)\]/, '$1');
  const isNested = ([name]: [string, unknown]) => name !== plain(name);
  // Fields in data[…] win over those beside it.
  const ordered = [...entries.filter((entry) => !isNested(entry)), ...entries.filter(isNested)];
  const data = new Fields(Object.fromEntries(ordered.map(([name, value]) => [plain(name), value])));
  const name = new Fields(body).text('event') ?? data.text('event');
  if (!name) throw invalidEvent('The event has no name.');
  return { name, data };
}

/** undefined where the event is not about a transfer request. */
export function fromTransferEvent({ name, data }: FamilyEvent): WebhookResult | undefined {
  if (!name.startsWith('transfer_request.')) return undefined;
  const withdrawId = data.text('transfer_request_id') ?? data.text('id');
  const reference = data.text('external_reference');
  if (!withdrawId && !reference) throw invalidEvent('The event names no transfer.');
  return {
    subject: 'withdraw',
    event: name,
    withdrawId,
    reference,
    providerStatus: data.text('status') ?? data.text('transfer_status'),
    amount: data.cents('amount_cents'),
    reason: data.reason('rejected_reason') ?? data.reason('reason'),
  };
}

/** iugu takes the same trigger twice, and then tells everything twice. */
export async function registerEvents(client: FamilyClient, url: string, events: readonly string[]): Promise<void> {
  const known = (await client.listTriggers()).filter((trigger) => trigger.text('url') === url);
  const names = new Set(known.map((trigger) => trigger.text('event')));
  if (names.has('all')) return;
  for (const event of events) if (!names.has(event)) await client.createTrigger(event, url);
}
