import type { PageEventIds, PagePixels } from '@feira/schemas/pixels';
import { randomKey } from '../behaviour/idempotency-key.ts';
import type { Session } from '../behaviour/session.ts';
import { readChoice } from './consent.ts';
import { startConsentBar } from './consent-bar.ts';
import { openPixelFrame, type PixelChannel } from './pixel-channel.ts';

export interface CheckoutPixels {
  /** Reports once that the buyer has filled the form in and pays. */
  reportPaymentInfo(): void;
  /** The ids of what was reported. */
  eventIds(): PageEventIds;
}

/** Asks for the consent, and reports each event of the checkout once from then on. */
export function startCheckoutPixels({ boot, state }: Session, pixels: PagePixels): CheckoutPixels {
  const { checkout } = boot;
  const eventIds: PageEventIds = {};
  let channel: PixelChannel | undefined;
  const report = (name: keyof PageEventIds) => {
    if (!channel || eventIds[name]) return;
    const eventId = randomKey();
    eventIds[name] = eventId;
    channel.report({
      name,
      eventId,
      value: state().totals.total,
      currency: checkout.coin,
      contentId: pixels.contentId,
    });
  };
  const follow = (isGiven: boolean) => {
    if (!isGiven) {
      channel?.close();
      channel = undefined;
      return;
    }
    channel ??= openPixelFrame(pixels);
    report('InitiateCheckout');
  };
  if (readChoice(pixels)?.isGiven) follow(true);
  startConsentBar(pixels, follow);
  return { reportPaymentInfo: () => report('AddPaymentInfo'), eventIds: () => ({ ...eventIds }) };
}
