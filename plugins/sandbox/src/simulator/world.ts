/** What every part of the simulator shares: ids, turns, and webhooks signed as the acquirer signs them. */
import { createHash, createHmac } from 'node:crypto';
import type { SimulatorContext, SimulatorResponse } from '@feira/plugin-kit';

export interface World extends SimulatorContext {
  nowMs(): number;
  newId(prefix: string): string;
  newEndToEndId(): string;
  newDigits(length: number): string;
  /** One at a time for each key: two payments of one charge, or two calls with one idempotency key, must not mix. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs the work once the clock says so; a timer wakes it, reads do so too. */
  wakeAt(atMs: number, work: () => Promise<unknown>): void;
  notify(type: string, data: object, url: string | null): Promise<void>;
}

/** Steps that take time in the real world take this long here. */
export const STEP_MS = 5_000;
const ACCOUNT_WEBHOOK = 'account:webhook';
/** Timers hold at most 2^31 − 1 ms; what lies beyond is found by the next read. */
const LONGEST_TIMER_MS = 2_147_483_647;

export function createWorld(context: SimulatorContext): World {
  const nowMs = () => context.clock.now().getTime();
  const newDigits = (length: number) => {
    let digits = '';
    while (digits.length < length) digits += String(Math.floor(context.random() * 1e9)).padStart(9, '0');
    return digits.slice(0, length);
  };
  // The time keeps ids apart after a restart, when the random numbers begin again.
  const newId = (prefix: string) =>
    `${prefix}_${nowMs().toString(36)}${toBase36(context.random)}${toBase36(context.random)}`;

  return {
    ...context,
    nowMs,
    newId,
    newDigits,
    newEndToEndId() {
      // Minute by its format, then the milliseconds within it and chance: eleven letters and digits.
      const minute = context.clock.now().toISOString().replace(/\D/g, '').slice(0, 12);
      const rest = (nowMs() % 60_000).toString(36).padStart(4, '0') + toBase36(context.random) + newDigits(2);
      return `E99999999${minute}${rest.toUpperCase()}`;
    },
    inTurn: createTurns(),
    wakeAt(atMs, work) {
      const delayMs = atMs - nowMs();
      if (delayMs > LONGEST_TIMER_MS) return;
      setTimeout(() => work().catch(() => undefined), Math.max(0, delayMs)).unref();
    },
    async notify(type, data, wantedUrl) {
      const url = wantedUrl ?? (await findWebhookUrl(context));
      if (!url) return;
      const createdAt = context.clock.now().toISOString();
      const body = JSON.stringify({ id: newId('evt'), type, created_at: createdAt, data });
      const signature = createHmac('sha256', context.credentials.webhookSecret ?? '')
        .update(body)
        .digest('hex');
      const headers = { 'content-type': 'application/json', 'x-sandbox-signature': `sha256=${signature}` };
      await context.sendWebhook({ url, headers, body });
    },
  };
}

const toBase36 = (random: () => number) =>
  Math.floor(random() * 36 ** 5)
    .toString(36)
    .padStart(5, '0');

export const saveWebhookUrl = (world: World, url: string) => world.store.set(ACCOUNT_WEBHOOK, url);

const findWebhookUrl = async (context: SimulatorContext) =>
  (await context.store.get<string>(ACCOUNT_WEBHOOK)) ?? context.webhookUrl ?? null;

function createTurns(): World['inTurn'] {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const previous = last.get(key);
    const turn = previous ? previous.then(work, work) : work();
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

/** A request the acquirer does not take; thrown inside a handler, answered as its status. */
export class Refusal extends Error {
  readonly status: number;
  readonly field?: string;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

export const toErrorResponse = ({ status, message, field }: Refusal): SimulatorResponse => ({
  status,
  body: { error: { message, field } },
});

export function readText(body: unknown, field: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[field];
  if (typeof value === 'string' && value !== '') return value;
  throw new Refusal(422, `${field}: informe um texto.`, field);
}

export function readAmount(body: unknown): number {
  const { amount } = (body ?? {}) as { amount?: unknown };
  if (typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0) return amount;
  throw new Refusal(422, 'amount: informe centavos inteiros acima de zero.', 'amount');
}

/**
 * Makes a thing once for each idempotency key: a repeated key gets the same id again, the same key with another body is a
 * mistake. The id is stored before the thing, so that a crash in between ends in the same thing after a repeat, not in two.
 */
export async function createOnce<T>(
  world: World,
  request: { headers: Record<string, string>; rawBody: string },
  prefix: string,
  create: (id: string) => Promise<T>,
): Promise<T> {
  const header = request.headers['idempotency-key'];
  if (!header) return create(world.newId(prefix));
  const key = `once:${prefix}:${header}`;
  const bodyDigest = createHash('sha256').update(request.rawBody).digest('base64url');
  return world.inTurn(key, async () => {
    const known = await world.store.get<{ id: string; bodyDigest: string }>(key);
    if (known && known.bodyDigest !== bodyDigest) {
      throw new Refusal(409, 'A chave de idempotência já foi usada com outro conteúdo.');
    }
    if (known) return create(known.id);
    const id = world.newId(prefix);
    await world.store.set(key, { id, bodyDigest });
    return create(id);
  });
}
