import type { Locale } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import type { purchase, startTrial } from '@feira/schemas/procedures/checkout';
import { mutate } from '../api.ts';
import type { ApiAnswer } from '../api-answer.ts';
import type { PurchaseBody } from './purchase-body.ts';

type Wait = (ms: number) => Promise<void>;
export type PurchaseAnswer = ApiAnswer<Output<typeof purchase>>;

/** The attempts take about four minutes in all: longer than any provider's call, and than a node is missed for. */
const WAITS_MS = [1000, 2000, 4000, 8000, ...Array<number>(15).fill(15_000)];

/**
 * Sends the order until the answer is definite. The same id makes repeating harmless: while an earlier request is still
 * working (409) or when the line broke, asking again is how to learn what became of it.
 */
export const sendPurchase = (body: PurchaseBody, key: string, locale: Locale, wait?: Wait): Promise<PurchaseAnswer> =>
  sendOrder<typeof purchase>('checkout.purchase', body, key, locale, wait);

/** Also begins a free trial, which takes the input of a purchase. */
export async function sendOrder<P extends typeof purchase | typeof startTrial>(
  name: P['name'],
  body: PurchaseBody,
  key: string,
  locale: Locale,
  wait: Wait = (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<ApiAnswer<Output<P>>> {
  let answer: ApiAnswer<Output<P>>;
  for (let attempt = 0; ; attempt++) {
    answer = await mutate<P>(name, body as Input<P>, { locale, headers: { 'Idempotency-Key': key } });
    if (answer.ok) return answer;
    const { status, error } = answer;
    // A node stops or its database is in trouble. A paused method is an answer.
    const isBroken = status === 0 || status === 502 || (status === 503 && error.code !== 'METHOD_PAUSED');
    const ms = WAITS_MS[attempt];
    if (!(isBroken || error.code === 'IDEMPOTENCY_KEY_IN_USE') || ms === undefined) return answer;
    // A failed connection is tried three times, a broken server five times, a payment in progress until the end.
    if (isBroken && attempt >= (status ? 4 : 2)) return answer;
    await wait(ms);
  }
}

/** Returns whether the answer proves that no payment runs under this id. */
export function isDefiniteRefusal(answer: PurchaseAnswer): boolean {
  if (answer.ok) {
    const { method, status, payment } = answer.data;
    return method === 'CREDIT_CARD' && status === 'REJECTED' && !payment.mayBeCharged;
  }
  const isAboutKey = answer.error.code.startsWith('IDEMPOTENCY_KEY_IN_USE');
  return answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429 && !isAboutKey;
}
