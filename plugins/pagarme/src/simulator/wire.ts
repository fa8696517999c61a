import type { SimulatorContext, SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';

/** What one route needs; `parts` are the segments of the path that its pattern left open. */
export interface Call {
  context: SimulatorContext;
  request: SimulatorRequest;
  parts: string[];
  body: Record<string, unknown>;
  fault: ReturnType<SimulatorContext['fault']>;
}

export type Handler = (call: Call) => Promise<SimulatorResponse>;

/** A refusal in the provider's shape; thrown anywhere below a handler. */
export class WireRefusal extends Error {
  readonly response: SimulatorResponse;

  constructor(status: number, message: string, errors?: Record<string, string[]>) {
    super(message);
    this.response = { status, body: errors ? { message, errors } : { message } };
  }
}

export const invalid = (field: string, message: string) =>
  new WireRefusal(422, 'The request is invalid.', { [field]: [message] });

export const notFound = (what: string) => new WireRefusal(404, `${what} not found.`);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomText(context: SimulatorContext, length: number, alphabet = ALPHABET): string {
  return Array.from({ length }, () => alphabet[Math.floor(context.random() * alphabet.length)]).join('');
}

export const newId = (context: SimulatorContext, prefix: string) => `${prefix}_${randomText(context, 16)}`;

/** Second precision, as the provider writes its times. */
export const timestamp = (context: SimulatorContext) => `${context.clock.now().toISOString().slice(0, 19)}Z`;

export async function load<T>(context: SimulatorContext, key: string, what: string): Promise<T> {
  const value = await context.store.get<T>(key);
  if (value === undefined) throw notFound(what);
  // A store may hand out the very object it keeps; a change must count only once it is saved.
  return structuredClone(value);
}

/** Sends one event in the provider's envelope with the Basic pair that stands in its panel. */
export async function sendEvent(context: SimulatorContext, type: string, data: unknown): Promise<void> {
  const { webhookUser, webhookPassword } = context.credentials;
  const pair = Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64');
  await context.sendWebhook({
    // The address stands in the panel too; without one the event goes nowhere, but is still logged by the host.
    url: context.webhookUrl ?? `${context.publicUrl}/webhook-address-not-set`,
    headers: { 'content-type': 'application/json', authorization: `Basic ${pair}` },
    body: JSON.stringify({
      id: newId(context, 'hook'),
      account: { id: 'acc_simulator', name: 'Simulator' },
      type,
      created_at: timestamp(context),
      data,
    }),
  });
}
