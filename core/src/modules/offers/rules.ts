/** Checks the fields of an offer against each other and against the platform's rules. Pure. */
import type { InstallmentTable } from '@feira/schemas/catalogue';
import type { Currency, Locale } from '@feira/schemas/common';
import { CALENDAR_MONTHS } from '@feira/schemas/options';
import type { PlatformSettings } from '@feira/schemas/platform';
import { minimumInstallmentIn } from '@feira/schemas/rules/amount-in';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { OfferFields } from './edit-model.ts';
import type { DeliveryOption } from './model.ts';

export type DeliveryInput = Omit<DeliveryOption, 'id'> & { id?: string };
/** The fields that a form sends. */
export type OfferInput = Partial<OfferFields> & { deliveryOptions?: DeliveryInput[] };
/** A whole offer. */
export type OfferState = OfferFields & { deliveryOptions: DeliveryOption[] };

const PAY_METHODS = ['pixEnabled', 'creditCardEnabled', 'billetEnabled'] as const;

export const newOffer = ({ currency }: Pick<PlatformSettings, 'currency'>): OfferState => ({
  title: '',
  price: 0,
  fakePrice: null,
  coin: currency,
  type: 'ONE_TIME',
  recurrencePrice: null,
  frequencyInDays: null,
  period: 'DAYS',
  trialDays: null,
  isTrialFree: false,
  recurrenceCycles: null,
  affiliateCycles: null,
  dunning: null,
  fretePrice: null,
  requiredDocumentAndPhone: false,
  pixEnabled: true,
  creditCardEnabled: true,
  billetEnabled: true,
  abandonedCartEnabled: false,
  connectionId: null,
  stockLimit: null,
  saleStartsAt: null,
  saleEndsAt: null,
  thankYouUrl: null,
  priceKeptDays: 7,
  installments: null,
  status: 'PUBLISHED',
  deliveryOptions: [],
});

const toIso = (time: string | null): string | null => time && new Date(time).toISOString();

/**
 * Returns the offer with the input's fields. A single sale has no recurrence. A subscription begins without boletos, which few buyers pay
 * each time, and PIX and boletos are in reais: where the input does not name them, they are off. Where no delivery option is marked, the
 * first is.
 */
export function applyInput(before: OfferState, { deliveryOptions, ...fields }: OfferInput): OfferState {
  const known = new Set(before.deliveryOptions.map(({ id }) => id));
  const options = deliveryOptions?.map(({ id, ...option }) => ({ id: id && known.has(id) ? id : newId(), ...option }));
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
    pixEnabled: isForeign ? (fields.pixEnabled ?? false) : after.pixEnabled,
    billetEnabled:
      isForeign || (isSubscription && before.type !== 'SUBSCRIPTION')
        ? (fields.billetEnabled ?? false)
        : after.billetEnabled,
  };
}

type Reason = Record<Locale, string>;
const reason = (portuguese: string, english: string): Reason => ({ 'pt-BR': portuguese, en: english });

const NO_METHOD = reason('Escolha ao menos uma forma de pagamento.', 'Choose at least one payment method.');
const NEEDED = reason('Uma assinatura precisa deste campo.', 'A subscription needs this field.');
const NO_MONTHS = reason(
  'Pelo calendário cobra-se a cada 1, 3, 6 ou 12 meses: use 30, 90, 180 ou 365 dias, ou conte o período em dias.',
  'By the calendar, charges are 1, 3, 6 or 12 months apart: use 30, 90, 180 or 365 days, or count the period in days.',
);
const NO_PIX_ABROAD = reason(
  'Pix é só em reais: desligue-o ou venda em BRL.',
  'PIX is in reais only: switch it off, or sell in BRL.',
);
const NO_BILLET_ABROAD = reason(
  'Boleto é só em reais: desligue-o ou venda em BRL.',
  'Boletos are in reais only: turn boleto off, or sell in BRL.',
);
const OTHER_COIN = reason('A plataforma não vende nesta moeda.', 'The platform does not sell in this currency.');
const FAKE = reason('O preço riscado é maior que o preço.', 'The struck-through price is higher than the price.');
const WINDOW = reason('O fim da venda vem depois do início.', 'The sale ends after it starts.');
const ONE_FREIGHT = reason(
  'Use o frete fixo ou as opções de entrega, não os dois.',
  'Use the fixed freight or the delivery options, not both.',
);
const ONE_SELECTED = reason(
  'Marque uma só opção de entrega como a inicial.',
  'Mark only one delivery option as the initial one.',
);
const TWICE = reason('A mesma opção aparece duas vezes.', 'The same option appears twice.');
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
    own.interestFree <= own.max &&
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
  const reasons: Record<string, Reason> = {};
  const isSubscription = offer.type === 'SUBSCRIPTION';
  if (!PAY_METHODS.some((method) => offer[method])) reasons.pixEnabled = NO_METHOD;
  if (offer.coin !== 'BRL' && offer.pixEnabled) reasons.pixEnabled = NO_PIX_ABROAD;
  if (offer.coin !== 'BRL' && offer.billetEnabled) reasons.billetEnabled = NO_BILLET_ABROAD;
  if (isSubscription && offer.recurrencePrice === null) reasons.recurrencePrice = NEEDED;
  if (isSubscription && offer.frequencyInDays === null) reasons.frequencyInDays = NEEDED;
  if (offer.period === 'CALENDAR' && offer.frequencyInDays !== null && !CALENDAR_MONTHS.has(offer.frequencyInDays))
    reasons.frequencyInDays = NO_MONTHS;
  if (offer.isTrialFree && isPhysical) reasons.isTrialFree = NO_FREE_GOODS;
  if (offer.fakePrice !== null && offer.fakePrice <= offer.price) reasons.fakePrice = FAKE;
  if (offer.saleStartsAt && offer.saleEndsAt && offer.saleEndsAt <= offer.saleStartsAt) reasons.saleEndsAt = WINDOW;
  if (offer.fretePrice !== null && offer.deliveryOptions.length > 0) reasons.fretePrice = ONE_FREIGHT;
  if (offer.deliveryOptions.filter(({ preSelected }) => preSelected).length > 1) reasons.deliveryOptions = ONE_SELECTED;
  if (new Set(offer.deliveryOptions.map(({ id }) => id)).size < offer.deliveryOptions.length)
    reasons.deliveryOptions = TWICE;
  // A platform may have changed its rules since, which must not stop other changes.
  if (changed.has('coin') && !settings.currencies.includes(offer.coin)) reasons.coin = OTHER_COIN;
  const isPriced = changed.has('installments') || changed.has('coin');
  if (isPriced && offer.installments && !isWithin(offer.installments, offer.coin, settings))
    reasons.installments = TOO_CHEAP;
  if (Object.keys(reasons).length > 0) throw new AppError('OFFER_INVALID', { reasons });
}
