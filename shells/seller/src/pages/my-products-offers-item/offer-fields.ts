import { CURRENCIES, type Currency } from '@feira/schemas/common';
import type { OFFER_TYPES, RECURRENCE_DAYS, RecurrencePeriod } from '@feira/schemas/options';
import type { updateOffer } from '@feira/schemas/procedures/offers';
import { dunning } from '@feira/shell-kit/dunning-fields';
import {
  amount,
  check,
  choice,
  count,
  type FieldsOf,
  field,
  group,
  list,
  orNull,
  switchedOrNull,
  text,
  withRules,
} from '@feira/shell-kit/fields';
import { steps } from '@feira/shell-kit/installment-steps';
import { HTTPS } from '../../components/products/address-fields.ts';
import { MOMENT } from '../../components/products/moment-field.ts';

const MOST_INSTALLMENTS = 12;
const MOST_STOCK = 1_000_000;
const MOST_DAYS_KEPT = 90;
const MOST_TRIAL_DAYS = 365;
const MOST_CYCLES = 1_000;
const PRICE = amount('problems.price', 1);
export const DELIVERY_OPTION = group({
  /** Undefined for an option that is new. */
  id: field({
    show: (stored: string | null | undefined) => stored ?? undefined,
    read: (shown: string | undefined) => shown,
  }),
  description: text({ problem: 'problems.deliveryName', control: { maxLength: 120 } }),
  deliveryTime: text({ control: { maxLength: 120 } }),
  fareAmount: amount('problems.fare'),
  preSelected: check(),
});

const SINGLE = group({
  title: text({ problem: 'problems.title', control: { maxLength: 120 } }),
  price: PRICE,
  fakePrice: orNull(PRICE),
  coin: choice<Currency>(CURRENCIES[0]),
  type: choice<(typeof OFFER_TYPES)[number]>('ONE_TIME'),
  recurrencePrice: orNull(PRICE),
  frequencyInDays: choice<(typeof RECURRENCE_DAYS)[number] | null>(null),
  period: choice<RecurrencePeriod>('DAYS'),
  trialDays: orNull(count('problems.trialDays', 1, MOST_TRIAL_DAYS)),
  isTrialFree: check(),
  recurrenceCycles: orNull(count('problems.cycles', 1, MOST_CYCLES)),
  affiliateCycles: orNull(count('problems.cycles', 1, MOST_CYCLES)),
  dunning: switchedOrNull(dunning('problems.dunning')),
  pixEnabled: check(),
  creditCardEnabled: check(),
  billetEnabled: check(),
  requiredDocumentAndPhone: check(),
  connectionId: choice<string | null>(null),
  installments: switchedOrNull(
    group({
      max: choice<number>(MOST_INSTALLMENTS),
      interestFree: choice<number>(1),
      feeBasisPoints: steps('problems.percent'),
      minimumInstallment: amount('problems.amount'),
    }),
  ),
  fretePrice: orNull(amount('problems.fare')),
  deliveryOptions: list(DELIVERY_OPTION),
  stockLimit: orNull(count('problems.stock', 0, MOST_STOCK)),
  saleStartsAt: MOMENT,
  saleEndsAt: MOMENT,
  thankYouUrl: HTTPS,
  priceKeptDays: count('problems.priceKept', 0, MOST_DAYS_KEPT),
  abandonedCartEnabled: check(),
} satisfies FieldsOf<typeof updateOffer, 'offerId' | 'version' | 'status'>);

/** The fields of an offer. */
export const OFFER = withRules(SINGLE, (offer) => [
  [(offer.fakePrice ?? Number.POSITIVE_INFINITY) <= offer.price, 'fakePrice', 'problems.fakePrice'],
  [offer.type === 'SUBSCRIPTION' && offer.recurrencePrice === null, 'recurrencePrice', 'problems.recurrencePrice'],
  [!offer.pixEnabled && !offer.creditCardEnabled && !offer.billetEnabled, 'pixEnabled', 'problems.methods'],
  [offer.fretePrice !== null && offer.deliveryOptions.length > 0, 'fretePrice', 'problems.twoFares'],
  [
    offer.saleStartsAt !== null && offer.saleEndsAt !== null && offer.saleEndsAt <= offer.saleStartsAt,
    'saleEndsAt',
    'problems.window',
  ],
  [
    offer.installments !== null && offer.installments.interestFree > offer.installments.max,
    'installments.interestFree',
    'problems.interestFree',
  ],
]);
