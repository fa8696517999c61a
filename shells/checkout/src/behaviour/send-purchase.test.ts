import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PurchaseBody } from './purchase-body.ts';
import { isDefiniteRefusal, sendPurchase } from './send-purchase.ts';

const body: PurchaseBody = { offerId: 'offer', name: 'Maria Silva', email: 'maria@example.com', paymentMethod: 'PIX' };
const inUse = () => Response.json({ code: 'IDEMPOTENCY_KEY_IN_USE', message: '' }, { status: 409 });
const paid = () => Response.json({ paymentId: 'p', method: 'PIX', status: 'PENDING' });

/** Returns the answers in turn, and the last one again and again. */
function answerWith(...answers: (() => Response | Promise<never>)[]) {
  let calls = 0;
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => answers[Math.min(calls++, answers.length - 1)]!());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const send = (waits: number[] = []) =>
  sendPurchase(body, 'key-1', 'pt-BR', async (ms) => {
    waits.push(ms);
  });

afterEach(() => vi.unstubAllGlobals());

describe('sendPurchase', () => {
  it('sends the key with the order', async () => {
    const fetch = answerWith(paid);

    const answer = await send();

    expect(answer).toMatchObject({ ok: true, data: { paymentId: 'p' } });
    expect(fetch.mock.calls[0]![0]).toBe('/api/checkout.purchase');
    expect(fetch.mock.calls[0]![1].headers).toMatchObject({ 'Idempotency-Key': 'key-1', 'Accept-Language': 'pt-BR' });
  });

  it('waits longer and longer while the same purchase is at work, with the same key', async () => {
    const fetch = answerWith(inUse, inUse, inUse, paid);
    const waits: number[] = [];

    const answer = await send(waits);

    expect(answer.ok).toBe(true);
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(new Set(fetch.mock.calls.map(([, init]) => new Headers(init.headers).get('idempotency-key')))).toEqual(
      new Set(['key-1']),
    );
  });

  it('gives up in the end and knows nothing', async () => {
    answerWith(inUse);
    const waits: number[] = [];

    const answer = await send(waits);

    expect(answer).toMatchObject({ ok: false, error: { code: 'IDEMPOTENCY_KEY_IN_USE' } });
    // Longer than the longest call of a provider, of three times sixty seconds.
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(180_000);
    expect(isDefiniteRefusal(answer)).toBe(false);
  });

  it('asks again when the line broke, because the order may have arrived', async () => {
    const fetch = answerWith(() => Promise.reject(new TypeError('failed')), paid);

    expect((await send()).ok).toBe(true);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('stops after three broken lines', async () => {
    const fetch = answerWith(() => Promise.reject(new TypeError('failed')));

    expect(await send()).toMatchObject({ ok: false, status: 0 });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it.each([502, 503])('repeats with its key after %i, five times at the most', async (status) => {
    const broken = () => Response.json({ code: 'DATABASE_UNAVAILABLE', message: '' }, { status });
    const fetch = answerWith(broken, broken, paid);

    expect((await send()).ok).toBe(true);
    expect(new Set(fetch.mock.calls.map(([, init]) => new Headers(init.headers).get('idempotency-key')))).toEqual(
      new Set(['key-1']),
    );

    const always = answerWith(broken);
    expect(await send()).toMatchObject({ ok: false, status });
    expect(always).toHaveBeenCalledTimes(5);
  });

  it('does not repeat where the method is paused', async () => {
    const fetch = answerWith(() => Response.json({ code: 'METHOD_PAUSED', message: 'x' }, { status: 503 }));

    expect(await send()).toMatchObject({ ok: false, error: { code: 'METHOD_PAUSED' } });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('does not repeat a refusal', async () => {
    const fetch = answerWith(() => Response.json({ code: 'PAYMENT_REFUSED', message: 'x' }, { status: 402 }));

    expect(isDefiniteRefusal(await send())).toBe(true);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe('isDefiniteRefusal', () => {
  const failed = (status: number, code = 'X') => ({ ok: false as const, status, error: { code, message: '' } });

  it.each([0, 408, 429, 500, 502, 504])('does not take %i for a refusal: money may have moved', (status) => {
    expect(isDefiniteRefusal(failed(status))).toBe(false);
  });

  it.each([400, 402, 404, 409, 422])('takes %i for a refusal', (status) => {
    expect(isDefiniteRefusal(failed(status))).toBe(true);
  });

  it('takes a rejected card for a refusal, and no other answer', () => {
    const answer = (method: string, status: string, payment = {}) => ({
      ok: true as const,
      data: { method, status, payment } as never,
    });

    expect(isDefiniteRefusal(answer('CREDIT_CARD', 'REJECTED'))).toBe(true);
    expect(isDefiniteRefusal(answer('CREDIT_CARD', 'REJECTED', { mayBeCharged: true }))).toBe(false);
    expect(isDefiniteRefusal(answer('CREDIT_CARD', 'PENDING'))).toBe(false);
    expect(isDefiniteRefusal(answer('PIX', 'PENDING'))).toBe(false);
  });
});
