import type { PaymentView } from '@feira/schemas/checkout';
import type { withdrawAdConsent } from '@feira/schemas/procedures/checkout';
import { mutate } from '../api.ts';
import type { PaymentBoot } from '../boot.ts';
import { readChoice } from './consent.ts';
import { startConsentBar } from './consent-bar.ts';
import { openPixelFrame, type PixelChannel } from './pixel-channel.ts';

const PLACE = 'feira:ads:purchases';
/** The purchases that this browser remembers to have reported. Networks compare the ids of two reports for two days. */
const MOST_REPORTED = 20;

function readReported(): string[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]');
  } catch {
    return [];
  }
}

function keepReported(eventId: string): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify([eventId, ...readReported()].slice(0, MOST_REPORTED)));
  } catch {}
}

type Pixels = NonNullable<PaymentBoot['pixels']>;

/** Returns whether the payment counts as a purchase by now. */
export function isPurchase({ status, method, pixCode, isConfirming }: PaymentView, isOnPixCreated: boolean): boolean {
  if (status === 'APPROVED') return true;
  return isOnPixCreated && method === 'PIX' && status === 'PENDING' && !isConfirming && pixCode !== null;
}

/** Follows a payment and reports its purchase once, where the buyer has agreed. */
export function startPaymentPixels(boot: PaymentBoot, pixels: Pixels): { follow(payment: PaymentView): void } {
  const { locale } = boot;
  const { eventId, value, isOnPixCreated } = pixels.purchase;
  let payment = boot.payment;
  let channel: PixelChannel | undefined;
  const report = () => {
    const isWanted = readChoice(pixels)?.isGiven && isPurchase(payment, isOnPixCreated);
    if (!isWanted || readReported().includes(eventId)) return;
    keepReported(eventId);
    channel ??= openPixelFrame(pixels);
    channel.report({ name: 'Purchase', eventId, value, currency: payment.currency, contentId: pixels.contentId });
  };
  startConsentBar(pixels, (isGiven) => {
    if (isGiven) return report();
    channel?.close();
    channel = undefined;
    mutate<typeof withdrawAdConsent>('checkout.withdrawAdConsent', { paymentId: payment.id }, { locale });
  });
  report();
  return {
    follow(next) {
      payment = next;
      report();
    },
  };
}
