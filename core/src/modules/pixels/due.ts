/** Decides which events of a payment are reported to which pixels. Pure: any order and any number of the same jobs lead to the same rows. */
import { PAGE_EVENTS } from '@feira/schemas/pixels';
import type { PlatformPixels } from '@feira/schemas/platform';
import type { Payment } from '../payments/model.ts';
import { isConfirming } from '../payments/service.ts';
import type { NewConversion, PixelKey, Reportable } from './conversion-model.ts';
import { findPixelIds } from './ids.ts';

/** Google Analytics documents an event for refunds, and Google Ads a new value of the conversion; the others document nothing. */
const TAKING_REFUNDS: readonly string[] = ['googleAnalytics', 'googleAds'];

/** These tell two reports of one event apart by its id, so that the server may repeat what the page has reported. */
const COMPARING_IDS: readonly string[] = ['facebook', 'tiktok'];

/** Networks take no event that is older. */
export const OLDEST_MS = 7 * 86_400_000;

/** Returns the time of the purchase as the seller counts it; null before it. */
function purchasedAt(payment: Payment, isOnPixCreated: boolean): Date | null {
  const isCode = isOnPixCreated && payment.method === 'PIX' && payment.pixCode !== null && !isConfirming(payment);
  return isCode ? payment.createdAt : payment.approvedAt;
}

/** Returns the cents of the price that have gone back. */
function refundedOf({ status, refundedAmount }: Payment, total: number): number {
  return status === 'CHARGEBACK' || status === 'REFUNDED' ? total : Math.min(refundedAmount, total);
}

/** Returns the pixels in use that have a token, each once: a seller's token is used before the platform's. */
function listPixels(platform: PlatformPixels, { pixels, tokens }: Reportable): PixelKey[] {
  const ids = findPixelIds(platform, pixels);
  const used = tokens.filter(({ network, pixelId }) => ids[network]?.includes(pixelId));
  const byPixel = new Map<string, PixelKey>();
  for (const token of used) {
    const key = `${token.network}|${token.pixelId}`;
    if (token.productId !== null || !byPixel.has(key)) byPixel.set(key, token);
  }
  return [...byPixel.values()];
}

/**
 * The events that the page reported before the purchase are reported for any payment. A refund is reported where the purchase is, with what went back
 * since the refund before.
 */
export function listDueConversions(
  payment: Payment,
  sold: Reportable,
  platform: PlatformPixels,
  now: Date,
): NewConversion[] {
  const happenedAt = purchasedAt(payment, sold.pixels.pixPurchase === 'CREATED');
  const isRecent = now.getTime() - payment.createdAt.getTime() < OLDEST_MS;
  const pageEvents = isRecent ? PAGE_EVENTS.filter((event) => sold.eventIds?.[event]) : [];
  const refunded = payment.approvedAt ? refundedOf(payment, sold.total) : 0;
  const { saleId } = payment;
  const common = { saleId, currency: sold.currency, testCode: null };
  return listPixels(platform, sold).flatMap((pixel): NewConversion[] => {
    const earlier = sold.reported.filter(
      ({ network, pixelId }) => network === pixel.network && pixelId === pixel.pixelId,
    );
    const before = Math.max(0, ...earlier.map((report) => report.refunded));
    const isKnown = (name: string) => earlier.some(({ event }) => event === name);
    const whole = { ...common, ...pixel, refunded: 0, value: sold.total };
    return [
      ...(COMPARING_IDS.includes(pixel.network) ? pageEvents : [])
        .filter((event) => !isKnown(event))
        .map((event) => ({ ...whole, event, happenedAt: payment.createdAt })),
      ...(happenedAt && !isKnown('Purchase') ? [{ ...whole, event: 'Purchase' as const, happenedAt }] : []),
      ...(happenedAt && refunded > before && TAKING_REFUNDS.includes(pixel.network)
        ? [{ ...common, ...pixel, event: 'Refund' as const, refunded, value: refunded - before, happenedAt: now }]
        : []),
    ];
  });
}
