/** The server works these out for the checkout's page, so that the page loads no code for them. */
import type { BuyerFormValues, CheckoutDocumentInput } from '@feira/schemas/documents';
import { listFormParts } from '@feira/schemas/rules/checkout-sections';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { dueDateAfter } from '@feira/schemas/rules/mandate';
import { addPeriods, type Frequency, monthsOf } from '@feira/schemas/rules/subscription';
import { whatsappLink } from '@feira/schemas/rules/whatsapp';
import type { CheckoutBoot } from '../boot.ts';
import { createTranslate, type TextKey, type Texts } from '../texts.ts';
import { textsOf } from './html.ts';

const DAY_MS = 86_400_000;

type Sold = Pick<CheckoutDocumentInput, 'checkout' | 'locale' | 'utmQuery' | 'affiliateId'>;

/** Writes an amount as the address of a payment link has it. */
const writeAmount = (cents: number): string => (cents / 100).toFixed(2);

/** The address of the form without JavaScript: this page, with the parameters of the sale and without the buyer's data. */
function formAction({ checkout, locale, utmQuery, affiliateId }: Sold): string {
  const typed = checkout.amountRange && { amount: writeAmount(checkout.price) };
  const query = new URLSearchParams({ ...typed, ...utmQuery, ...(affiliateId && { affiliateId }) });
  if (locale === 'en') query.set('lang', locale);
  return `?${query}`;
}

const frequencyOf = ({ frequencyInDays, period = 'DAYS' }: Sold['checkout']): Frequency => ({
  frequencyInDays: frequencyInDays ?? 0,
  period,
});

/** The day is the seller's, in their time zone. */
function nextCharge({ checkout, locale }: Sold, now: number): string {
  const dateStyle = locale === 'en' ? 'medium' : 'short';
  const time = checkout.trialDays
    ? now + checkout.trialDays * DAY_MS
    : addPeriods(new Date(now), 1, frequencyOf(checkout));
  return new Intl.DateTimeFormat(locale, { timeZone: 'America/Sao_Paulo', dateStyle }).format(time);
}

/** Says what the buyer of a PIX agrees to, where it agrees to PIX Automático: in periods of the calendar. */
function pixAgreement({ checkout, locale }: Sold, now: number): string | undefined {
  const { frequencyInDays: days, recurrencePrice, coin, trialDays } = checkout;
  const dayOf = (time: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(time);
  const afterPeriod = checkout.hasMandate && days && recurrencePrice ? dueDateAfter(dayOf(now), days, 1) : null;
  if (!afterPeriod) return undefined;
  const afterTrial = trialDays ? dayOf(now + trialDays * DAY_MS) : afterPeriod;
  const [first = afterPeriod] = [afterPeriod, afterTrial].sort();
  const t = createTranslate(textsOf(locale, 'agreement'), locale);
  const date = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: locale === 'en' ? 'medium' : 'short' });
  return t(`agreement${days}` as TextKey, {
    amount: formatCurrency(recurrencePrice as number, coin, locale),
    date: date.format(new Date(first)),
  });
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

type Derived = Pick<
  CheckoutBoot,
  'now' | 'formAction' | 'nextCharge' | 'months' | 'pixAgreement' | 'whatsappUrl' | 'parts'
>;

export const derive = (input: Sold, now: number): Derived => ({
  now,
  formAction: formAction(input),
  nextCharge: nextCharge(input, now),
  months: monthsOf(frequencyOf(input.checkout)),
  pixAgreement: pixAgreement(input, now),
  whatsappUrl: whatsappUrl(input),
  parts: listFormParts(input.checkout.checkoutBuilderConfig),
});
