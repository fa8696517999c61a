import type { PaymentView } from '@feira/schemas/checkout';
import type { getPaymentQuick } from '@feira/schemas/procedures/checkout';
import { useEffect, useState } from 'react';
import { query } from '../../api.ts';
import type { PaymentBoot } from '../../boot.ts';
import { mayChange } from './describe-payment.ts';

const FIRST_POLL_MS = 4000;
const LAST_POLL_MS = 15_000;

/** Polls again and again, more slowly each time, and not while the page is hidden. Returns a function that stops it. */
function startPolling(boot: PaymentBoot, onPayment: (payment: PaymentView) => void): () => void {
  let waitMs = FIRST_POLL_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const poll = async () => {
    const input = { paymentId: boot.payment.id };
    const answer = await query<typeof getPaymentQuick>('checkout.getPaymentQuick', input, { locale: boot.locale });
    if (isStopped) return;
    if (answer.ok) onPayment(answer.data);
    waitMs = Math.min(waitMs * 1.3, LAST_POLL_MS);
    schedule(waitMs);
  };
  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped && !document.hidden) timer = setTimeout(poll, ms);
  };
  const onVisible = () => {
    waitMs = FIRST_POLL_MS;
    schedule(0);
  };
  document.addEventListener('visibilitychange', onVisible);
  schedule(waitMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Streams changes from the server; polling takes over where the stream cannot open or has closed for good. */
function watchPayment(boot: PaymentBoot, onPayment: (payment: PaymentView) => void): () => void {
  // A stream that neither opens nor fails, as behind some proxies, does not keep the news from the page.
  let stopPolling: (() => void) | undefined = startPolling(boot, onPayment);
  const stream = new EventSource(`/checkout/payment/${boot.payment.id}/events`);
  stream.addEventListener('payment', (event) => onPayment(JSON.parse(event.data)));
  stream.addEventListener('open', () => {
    stopPolling?.();
    stopPolling = undefined;
  });
  stream.addEventListener('error', () => {
    // The browser reconnects by itself unless the server forbids it; polling covers the gap.
    stopPolling ??= startPolling(boot, onPayment);
  });
  return () => {
    stream.close();
    stopPolling?.();
  };
}

/** Returns the current payment, and whether it changed while the page was open. */
export function usePayment(boot: PaymentBoot): { payment: PaymentView; hasChanged: boolean } {
  const [payment, setPayment] = useState(boot.payment);
  const isWaiting = mayChange(payment);
  useEffect(() => {
    if (isWaiting) return watchPayment(boot, setPayment);
  }, [boot, isWaiting]);
  return { payment, hasChanged: payment.status !== boot.payment.status };
}

/** Returns the server's time in milliseconds, each second; the visitor's own clock may be wrong. */
export function useServerNow(boot: PaymentBoot, isTicking: boolean): number {
  const [now, setNow] = useState(boot.now);
  useEffect(() => {
    if (!isTicking) return;
    // The server wrote the document just before its first byte arrived.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const begin = navigation?.responseStart ?? performance.now();
    const tick = () => setNow(boot.now + performance.now() - begin);
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [boot, isTicking]);
  return now;
}
