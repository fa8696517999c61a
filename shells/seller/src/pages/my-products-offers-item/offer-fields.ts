import { CURRENCIES, type Currency } from '@feira/schemas/common';
import { deliveryOption } from '@feira/schemas/entities/delivery-option';
import { type CUSTOM_FIELD_KINDS, MOST_CUSTOM_OPTIONS, offer } from '@feira/schemas/entities/offer';
import type { OFFER_TYPES, RECURRENCE_DAYS, RecurrencePeriod } from '@feira/schemas/options';
import type { updateOffer } from '@feira/schemas/procedures/offers';
import { findOfferProblems } from '@feira/schemas/rules/offer';
import { cleanLine } from '@feira/schemas/rules/text';
import { dunning } from '@feira/shell-desk/dunning/dunning-fields.ts';
import { steps } from '@feira/shell-desk/installments/steps.ts';
import { entityFields } from '@feira/shell-kit/entity-fields';
import {
  amount,
  check,
  choice,
  type FieldsOf,
  field,
  group,
  list,
  orNull,
  problem,
  switchedOrNull,
  text,
  withRules,
} from '@feira/shell-kit/fields';
import { HTTPS } from '../../components/products/address-fields.ts';
import { MOMENT } from '../../components/products/moment.ts';

const MOST_INSTALLMENTS = 12;

/** Returns a name for a new field that no other one has. */
const newKey = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 10);

/** A fare of the table of a quoted option. */
export const FALLBACK = group({
  place: text({ problem: 'problems.place', control: { maxLength: 120 } }),
  fareAmount: amount('problems.fare'),
  deliveryTime: text({ control: { maxLength: 120 } }),
});

// Named apart: as a part of the option, its types would be too deep for the compiler.
const QUOTING = {
  quotedBy: choice<string | null>(null),
  freeFrom: orNull(amount('problems.fare', 1)),
  fallback: list(FALLBACK),
};

export const DELIVERY_OPTION = group({
  /** Undefined for an option that is new. */
  id: field({
    show: (stored: string | null | undefined) => stored ?? undefined,
    read: (shown: string | undefined) => shown,
  }),
  ...entityFields(deliveryOption, {}),
  ...QUOTING,
});

const INSTALLMENTS = switchedOrNull(
  group({
    max: choice<number>(MOST_INSTALLMENTS),
    interestFree: choice<number>(1),
    feeBasisPoints: steps('problems.percent'),
    minimumInstallment: amount('problems.amount'),
  }),
);
const DUNNING = switchedOrNull(dunning('problems.dunning'));
/** A field that the checkout asks for besides its own. */
export const CUSTOM_FIELD = group({
  key: field({
    show: (stored: string | null | undefined) => stored ?? newKey(),
    read: (shown: string) => shown,
  }),
  label: text({ problem: 'problems.customLabel', control: { maxLength: 80 } }),
  kind: choice<(typeof CUSTOM_FIELD_KINDS)[number]>('TEXT'),
  isRequired: check(),
  /** One a line. */
  options: field({
    show: (stored: string[] | null | undefined) => (stored ?? []).join('\n'),
    read: (shown: string) => {
      const options = [...new Set(shown.split('\n').map(cleanLine).filter(Boolean))];
      const isWrong = options.length > MOST_CUSTOM_OPTIONS || options.some((option) => option.length > 60);
      return isWrong ? problem('problems.customOptions') : options;
    },
  }),
});

/** Those that their schema does not describe as a control. */
const OWN = {
  coin: choice<Currency>(CURRENCIES[0]),
  type: choice<(typeof OFFER_TYPES)[number]>('ONE_TIME'),
  frequencyInDays: choice<(typeof RECURRENCE_DAYS)[number] | null>(null),
  period: choice<RecurrencePeriod>('DAYS'),
  dunning: DUNNING,
  connectionId: choice<string | null>(null),
  customFields: list(CUSTOM_FIELD),
  installments: INSTALLMENTS,
  saleStartsAt: MOMENT,
  saleEndsAt: MOMENT,
  thankYouUrl: HTTPS,
};
const PLAIN = entityFields(offer, OWN);

const SINGLE = group({ ...PLAIN, deliveryOptions: list(DELIVERY_OPTION) } satisfies FieldsOf<
  typeof updateOffer,
  'offerId' | 'version' | 'status'
>);

/** The fields of an offer. */
export const OFFER = withRules(SINGLE, (typed) =>
  findOfferProblems(typed).map(([path, problem]) => [true, path, problem] as const),
);
