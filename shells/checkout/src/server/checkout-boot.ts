/** The server works these out for the checkout's page, so that the page loads no code for them. */
import type { BuyerFormValues, CheckoutDocumentInput } from '@feira/schemas/documents';
import { listFormParts } from '@feira/schemas/rules/checkout-sections';
import { whatsappLink } from '@feira/schemas/rules/whatsapp';
import type { CheckoutBoot } from '../boot.ts';
import type { Texts } from '../texts.ts';

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

function whatsappUrl({ checkout }: Sold): string | undefined {
  const config = checkout.checkoutBuilderConfig.whatsapp;
  return (config && whatsappLink(config.phone, config.message)) ?? undefined;
}

/**
 * English demonstrations come with a sample document and phone. A real buyer never submits a stranger's: a demonstration is a checkout that
 * no connection to a real provider serves.
 */
export function withSamples(
  { checkout, locale, values, error }: Pick<CheckoutDocumentInput, 'checkout' | 'locale' | 'values' | 'error'>,
  samples: Texts,
): BuyerFormValues {
  if (!checkout.isDemonstration || locale !== 'en' || error) return values;
  return { cpf: samples.documentSample!, phone: samples.phoneSample!, ...values };
}

type Derived = Pick<CheckoutBoot, 'now' | 'formAction' | 'nextCharge' | 'whatsappUrl' | 'parts'>;

export const derive = (input: Sold, now: number): Derived => ({
  now,
  formAction: formAction(input),
  nextCharge: nextCharge(input, now),
  whatsappUrl: whatsappUrl(input),
  parts: listFormParts(input.checkout.checkoutBuilderConfig),
});
