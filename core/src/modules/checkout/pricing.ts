/** Prices a purchase by the rule that the page uses too. The server refuses choices that the offer does not have. */

import type { Locale, PaymentMethod } from '@feira/schemas/common';
import type { PlatformSettings } from '@feira/schemas/platform';
import { minimumInstallmentIn } from '@feira/schemas/rules/amount-in';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { type InstallmentOption, listInstallments } from '@feira/schemas/rules/installments';
import { cutPieces, methodCutOf, type OrderPrice, type PriceCut, priceOrder } from '@feira/schemas/rules/order-price';
import { AppError } from '../../plugins/errors.ts';
import type { DeliveryOption, Offer, OfferLink, OrderBump } from '../offers/model.ts';
import type { Bought } from './model.ts';

export type Quote = OrderPrice<OrderBump, DeliveryOption>;

interface PricedInput {
  paymentMethod: PaymentMethod;
  quantity?: number;
  orderBumpsIds?: readonly string[];
  deliveryOptionId?: string;
  deliveryFare?: number;
  expectedTotal?: number;
  creditCard?: { installments?: number };
}

/**
 * Prices what a buyer sent: cents to be charged, interest included. Throws PRICE_CHANGED where the page showed another price, and
 * INSTALLMENTS_NOT_OFFERED.
 */
export function priceInput(
  offer: Offer,
  settings: Pick<PlatformSettings, 'currency' | 'installments'>,
  input: PricedInput,
  discount?: PriceCut,
): { quote: Quote; installments: number; amount: number } {
  const priced = quote(offer, { ...input, method: input.paymentMethod }, discount);
  if (input.deliveryFare !== undefined && input.deliveryFare !== priced.freight) {
    throw new AppError('PRICE_CHANGED', { fields: ['deliveryFare'] });
  }
  const isCard = input.paymentMethod === 'CREDIT_CARD';
  const installments = isCard && offer.type === 'ONE_TIME' ? (input.creditCard?.installments ?? 1) : 1;
  const options = isCard ? installmentOptions(offer, settings, priced.total) : [];
  const chosen = options.find(({ installmentNumber }) => installmentNumber === installments);
  if (isCard && !chosen) throw new AppError('INSTALLMENTS_NOT_OFFERED', { fields: ['creditCard.installments'] });
  const amount = chosen?.total ?? priced.total;
  if (input.expectedTotal !== undefined && input.expectedTotal !== priced.total && input.expectedTotal !== amount) {
    throw new AppError('PRICE_CHANGED', { fields: ['expectedTotal'] });
  }
  return { quote: priced, installments, amount };
}

/** The price that installments divide, as the page tells it: the chosen bumps, and freight and discount in cents. */
export const priceToDivide = (
  offer: Offer,
  {
    fareAmount = 0,
    discount = 0,
    ...input
  }: { quantity?: number; orderBumpsIds?: readonly string[]; fareAmount?: number; discount?: number },
): number => quote({ ...offer, fretePrice: 0 }, input, { amount: discount }).total + fareAmount;

/** Throws where an id is not the offer's, or the order may not have so many pieces. A delivery is only looked at where something is shipped and there is a choice. */
export function quote(
  offer: Offer,
  input: { quantity?: number; orderBumpsIds?: readonly string[]; deliveryOptionId?: string; method?: PaymentMethod },
  discount?: PriceCut,
): Quote {
  const bumps = input.orderBumpsIds ?? [];
  const { deliveryOptionId: id, method, quantity = 1 } = input;
  if (quantity > offer.maxQuantity) throw new AppError('QUANTITY_NOT_OFFERED', { fields: ['quantity'] });
  const priced = priceOrder(offer, { quantity, bumps, deliveryOptionId: id, discount, method });
  if (priced.bumps.length < bumps.length) throw new AppError('ORDER_BUMP_NOT_FOUND', { fields: ['orderBumpsIds'] });
  const isChosen = priced.isShipped && offer.fretePrice === null && id !== undefined;
  if (isChosen && priced.deliveryOption?.id !== id) {
    throw new AppError('DELIVERY_OPTION_NOT_FOUND', { fields: ['deliveryOptionId'] });
  }
  return priced;
}

/** By the seller's own table or the platform's; connections may offer fewer of them. Subscriptions are never split. */
export function installmentOptions(
  offer: Offer,
  settings: Pick<PlatformSettings, 'currency' | 'installments'>,
  total: number,
): InstallmentOption[] {
  const { installments: platform } = settings;
  const table = offer.installments ?? platform;
  return listInstallments({
    total,
    maxInstallments: offer.type === 'SUBSCRIPTION' ? 1 : Math.min(table.max, platform.max),
    interestFree: table.interestFree,
    feeBasisPoints: table.feeBasisPoints,
    minimumInstallment: offer.installments?.minimumInstallment ?? minimumInstallmentIn(offer.coin, settings),
  });
}

/** The offer of a payment link whose amount the buyer types. */
interface OpenOffer extends Offer {
  link: OfferLink & { leastAmount: number; mostAmount: number };
}
export const isOpenAmount = (offer: Offer): offer is Offer & OpenOffer => offer.link?.kind === 'OPEN_AMOUNT';

/**
 * Returns the offer at the amount that the buyer has typed. Throws AMOUNT_OUT_OF_RANGE where it is missing or beyond the limits of the link, and
 * PRICE_CHANGED where an offer with a price of its own was to be sold at another one.
 */
export function priceOpen<O extends Offer>(offer: O, amount: number | undefined): O {
  if (!isOpenAmount(offer)) {
    if (amount !== undefined && amount !== offer.price)
      throw new AppError('PRICE_CHANGED', { fields: ['chosenAmount'] });
    return offer;
  }
  const { leastAmount, mostAmount } = offer.link;
  if (amount !== undefined && amount >= leastAmount && amount <= mostAmount) return { ...offer, price: amount };
  const write = (locale: Locale, to: string) =>
    [leastAmount, mostAmount].map((cents) => formatCurrency(cents, offer.coin, locale)).join(to);
  throw new AppError('AMOUNT_OUT_OF_RANGE', {
    reasons: {
      chosenAmount: {
        'pt-BR': `Digite um valor de ${write('pt-BR', ' a ')}.`,
        en: `Enter an amount from ${write('en', ' to ')}.`,
      },
    },
  });
}

/** Returns what an order that was to be paid by card costs by PIX. */
export function totalByPix(offer: Offer, { total, items }: Pick<Bought, 'total' | 'items'>): number {
  const { unitPrice, quantity } = items[0] ?? { unitPrice: 0, quantity: 1 };
  return total - cutPieces(unitPrice * quantity, { basisPoints: methodCutOf(offer, 'PIX') }, quantity);
}

/** Sells at the same price by every method, as the steps of funnels and the charges of subscriptions do. */
export const AT_ANY_METHOD = { pixDiscountBasisPoints: 0, billetDiscountBasisPoints: 0 } as const;

/** The offer at the price of the step. */
export const priceUpsell = <O extends Offer>(offer: O, price: number | null): O => ({
  ...offer,
  ...AT_ANY_METHOD,
  ...(price && { price }),
});
