/** The server works these out for the checkout's page, so that the page loads no code for them. */
import type { CheckoutDocumentInput } from '@feira/schemas/documents';
import type { CheckoutBoot } from '../boot.ts';

type Sold = Pick<CheckoutDocumentInput, 'checkout' | 'locale' | 'utmQuery' | 'affiliateId'>;

/** The address of the form without JavaScript: this page, with the parameters of the sale and without the buyer's data. */
function formAction({ locale, utmQuery, affiliateId }: Sold): string {
  const query = new URLSearchParams({ ...utmQuery, ...(affiliateId && { affiliateId }) });
  if (locale === 'en') query.set('lang', locale);
  return `?${query}`;
}

/** The day is the seller's, in their time zone. */
function nextCharge({ checkout, locale }: Sold, now: number): string {
  const dateStyle = locale === 'en' ? 'medium' : 'short';
  const time = now + (checkout.frequencyInDays ?? 0) * 86_400_000;
  return new Intl.DateTimeFormat(locale, { timeZone: 'America/Sao_Paulo', dateStyle }).format(time);
}

/** Returns nothing without a message, or where the number is too short to be a phone. */
function whatsappUrl({ checkout }: Sold): string | undefined {
  const config = checkout.checkoutBuilderConfig.whatsapp;
  const phone = config?.phone.replace(/[()\-\s]/g, '') ?? '';
  if (!config?.message || phone.length <= 2) return undefined;
  return `https://wa.me/55${encodeURIComponent(phone)}?text=${encodeURIComponent(config.message)}`;
}

type Derived = Pick<CheckoutBoot, 'now' | 'formAction' | 'nextCharge' | 'whatsappUrl'>;

export const derive = (input: Sold, now: number): Derived => ({
  now,
  formAction: formAction(input),
  nextCharge: nextCharge(input, now),
  whatsappUrl: whatsappUrl(input),
});
