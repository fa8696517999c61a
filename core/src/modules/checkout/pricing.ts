/** Prices a purchase by the rule that the page uses too. The server refuses choices that the offer does not have. */

import type { PlatformSettings } from '@feira/schemas/platform';
import { minimumInstallmentIn } from '@feira/schemas/rules/amount-in';
import { type InstallmentOption, listInstallments } from '@feira/schemas/rules/installments';
import { type OrderPrice, type PriceCut, priceOrder } from '@feira/schemas/rules/order-price';
import { AppError } from '../../plugins/errors.ts';
import type { DeliveryOption, Offer, OrderBump } from '../offers/model.ts';

export type Quote = OrderPrice<OrderBump, DeliveryOption>;

/** Throws where an id is not the offer's. A delivery is only looked at where something is shipped and there is a choice. */
export function quote(
  offer: Offer,
  input: { orderBumpsIds?: readonly string[]; deliveryOptionId?: string },
  discount?: PriceCut,
): Quote {
  const bumps = input.orderBumpsIds ?? [];
  const { deliveryOptionId: id } = input;
  const priced = priceOrder(offer, { bumps, deliveryOptionId: id, discount });
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
