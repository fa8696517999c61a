/** Completes the fields of an offer, and checks them against each other and against the platform's rules. Pure. */
import type { InstallmentTable } from '@feira/schemas/catalogue';
import type { Currency, Locale } from '@feira/schemas/common';
import { quotedFreight } from '@feira/schemas/entities/delivery-option';
import { defaultsOf, pickFields } from '@feira/schemas/entities/entity';
import { offer as offerEntity } from '@feira/schemas/entities/offer';
import type { PlatformSettings } from '@feira/schemas/platform';
import { minimumInstallmentIn } from '@feira/schemas/rules/amount-in';
import { findOfferProblems, OFFER_PROBLEMS } from '@feira/schemas/rules/offer';
import { parsePlace } from '@feira/schemas/rules/zip-place';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { OfferState } from './edit-model.ts';
import type { DeliveryOption } from './model.ts';

/** The fields that a form sends. */
export type OfferInput = Partial<Omit<OfferState, 'deliveryOptions'>> & {
  /** The fields of quotes that are left out stay as they were. */
  deliveryOptions?: (Omit<DeliveryOption, 'id' | keyof typeof quotedFreight> &
    Partial<Pick<DeliveryOption, 'id' | keyof typeof quotedFreight>>)[];
};

export const newOffer = ({ currency }: Pick<PlatformSettings, 'currency'>): OfferState => ({
  ...defaultsOf(offerEntity),
  title: '',
  price: 0,
  coin: currency,
  status: 'PUBLISHED',
  deliveryOptions: [],
});

const toIso = (time: string | null): string | null => time && new Date(time).toISOString();

/**
 * Returns the offer with the input's fields. A single sale has no recurrence. A subscription begins without boletos, which few buyers pay
 * each time, and PIX and boletos are in reais: where the input does not name them, they are off. Where no delivery option is marked, the
 * first is. A subscription is of one piece.
 */
export function applyInput(before: OfferState, { deliveryOptions, ...fields }: OfferInput): OfferState {
  const known = new Map(before.deliveryOptions.map((option) => [option.id, option]));
  const options = deliveryOptions?.map(({ id, ...option }) => {
    const former = id === undefined ? undefined : known.get(id);
    const quoting = former ? pickFields(quotedFreight, former) : defaultsOf(quotedFreight);
    return { ...quoting, ...option, id: former ? former.id : newId() } as DeliveryOption;
  });
  if (options?.[0] && !options.some(({ preSelected }) => preSelected)) options[0].preSelected = true;
  const after: OfferState = { ...before, ...fields, deliveryOptions: options ?? before.deliveryOptions };
  const isSubscription = after.type === 'SUBSCRIPTION';
  const isForeign = after.coin !== 'BRL';
  return {
    ...after,
    saleStartsAt: toIso(after.saleStartsAt),
    saleEndsAt: toIso(after.saleEndsAt),
    recurrencePrice: isSubscription ? after.recurrencePrice : null,
    frequencyInDays: isSubscription ? after.frequencyInDays : null,
    period: isSubscription ? after.period : 'DAYS',
    trialDays: isSubscription ? after.trialDays : null,
    isTrialFree: isSubscription && after.trialDays !== null && after.isTrialFree,
    recurrenceCycles: isSubscription ? after.recurrenceCycles : null,
    affiliateCycles: isSubscription ? after.affiliateCycles : null,
    dunning: isSubscription ? after.dunning : null,
    maxQuantity: isSubscription ? (fields.maxQuantity ?? 1) : after.maxQuantity,
    pixEnabled: isForeign ? (fields.pixEnabled ?? false) : after.pixEnabled,
    billetEnabled:
      isForeign || (isSubscription && before.type !== 'SUBSCRIPTION')
        ? (fields.billetEnabled ?? false)
        : after.billetEnabled,
  };
}

type Reason = Record<Locale, string>;
const reason = (portuguese: string, english: string): Reason => ({ 'pt-BR': portuguese, en: english });

const OTHER_COIN = reason('A plataforma não vende nesta moeda.', 'The platform does not sell in this currency.');
const TWICE = reason('A mesma opção aparece duas vezes.', 'The same option appears twice.');
const NO_PLACE = reason(
  'Escreva estados, como SP, RJ, ou uma faixa de CEP, como 01000-000 a 05999-999.',
  'Type states, such as SP, RJ, or a range of ZIP codes, such as 01000-000 to 05999-999.',
);
const NO_FREE_GOODS = reason(
  'Um produto físico não tem teste grátis: ele seria enviado antes de ser pago. Deixe o primeiro período com o preço da oferta.',
  'A physical product has no free trial: it would be shipped before it is paid for. Charge the price of the offer for the first period.',
);
const TOO_CHEAP = reason(
  'A plataforma não permite mais parcelas nem juros menores que os dela.',
  'The platform allows no more installments and no lower interest than its own.',
);

/** The interest of installments is the platform's, so a seller's own table may not leave the buyer less of it. */
const isWithin = (own: InstallmentTable, coin: Currency, settings: PlatformSettings): boolean => {
  const platform = settings.installments;
  const feeOf = (table: InstallmentTable, count: number) =>
    count <= table.interestFree ? 0 : (table.feeBasisPoints[count - 1] ?? 0);
  const counts = Array.from({ length: own.max }, (_, index) => index + 1);
  return (
    own.max <= platform.max &&
    own.minimumInstallment >= minimumInstallmentIn(coin, settings) &&
    counts.every((count) => feeOf(own, count) >= feeOf(platform, count))
  );
};

interface Checked {
  /** The fields that the caller has named. */
  changed: ReadonlySet<string>;
  settings: PlatformSettings;
  /** The offer is of a physical product. */
  isPhysical: boolean;
}

/** Throws OFFER_INVALID with a reason for each field that does not fit. */
export function checkOffer(offer: OfferState, { changed, settings, isPhysical }: Checked): void {
  const reasons: Record<string, Reason> = Object.fromEntries(
    findOfferProblems(offer).map(([field, problem]) => [field, OFFER_PROBLEMS[problem]]),
  );
  if (offer.isTrialFree && isPhysical) reasons.isTrialFree = NO_FREE_GOODS;
  if (offer.maxQuantity > 1 && !isPhysical) reasons.maxQuantity = OFFER_PROBLEMS.quantity;
  if (new Set(offer.deliveryOptions.map(({ id }) => id)).size < offer.deliveryOptions.length)
    reasons.deliveryOptions = TWICE;
  // A platform may have changed its rules since, which must not stop other changes.
  if (changed.has('coin') && !settings.currencies.includes(offer.coin)) reasons.coin = OTHER_COIN;
  const isPriced = changed.has('installments') || changed.has('coin');
  if (isPriced && offer.installments && !isWithin(offer.installments, offer.coin, settings))
    reasons.installments = TOO_CHEAP;
  for (const [index, { fallback }] of offer.deliveryOptions.entries())
    for (const [row, { place }] of fallback.entries())
      if (parsePlace(place) === null) reasons[`deliveryOptions.${index}.fallback.${row}.place`] = NO_PLACE;
  if (Object.keys(reasons).length > 0) throw new AppError('OFFER_INVALID', { reasons });
}
