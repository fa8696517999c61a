/** What a purchase costs. Pure; every amount is cents. */

import type { PlatformSettings } from '@feira/schemas/platform';
import { type InstallmentOption, listInstallments } from '@feira/schemas/rules/installments';
import { AppError } from '../../plugins/errors.ts';
import type { DeliveryOption, Offer, OrderBump } from '../offers/model.ts';

export interface Quote {
  bumps: OrderBump[];
  deliveryOption: DeliveryOption | null;
  freight: number;
  /** Price, bumps and freight; before the interest of installments. */
  total: number;
}

export function chooseBumps(offer: Offer, ids: readonly string[] = []): OrderBump[] {
  return ids.map((id) => {
    const bump = offer.orderBumps.find((candidate) => candidate.id === id);
    if (!bump) throw new AppError('ORDER_BUMP_NOT_FOUND', { fields: ['orderBumpsIds'] });
    return bump;
  });
}

const isShipped = (offer: Offer, bumps: readonly OrderBump[]) =>
  offer.product.typeProduct === 'FISICO' || bumps.some((bump) => bump.isTangible);

/** The offer's own options decide the freight; without any, its fixed price. Digital goods travel free. */
export function quote(offer: Offer, input: { orderBumpsIds?: readonly string[]; deliveryOptionId?: string }): Quote {
  const bumps = chooseBumps(offer, input.orderBumpsIds);
  const deliveryOption = isShipped(offer, bumps) ? chooseDelivery(offer, input.deliveryOptionId) : null;
  const freight = isShipped(offer, bumps) ? (deliveryOption?.fareAmount ?? offer.fretePrice ?? 0) : 0;
  const price = offer.type === 'SUBSCRIPTION' ? (offer.recurrencePrice ?? offer.price) : offer.price;
  return { bumps, deliveryOption, freight, total: price + bumps.reduce((sum, bump) => sum + bump.price, 0) + freight };
}

function chooseDelivery(offer: Offer, id: string | undefined): DeliveryOption | null {
  if (id === undefined)
    return offer.deliveryOptions.find((option) => option.preSelected) ?? offer.deliveryOptions[0] ?? null;
  const option = offer.deliveryOptions.find((candidate) => candidate.id === id);
  if (!option) throw new AppError('DELIVERY_OPTION_NOT_FOUND', { fields: ['deliveryOptionId'] });
  return option;
}

/** As the platform splits a price; connections may offer fewer of them. Subscriptions are never split. */
export function installmentOptions(
  offer: Offer,
  settings: PlatformSettings['installments'],
  total: number,
): InstallmentOption[] {
  return listInstallments({
    total,
    maxInstallments: offer.type === 'SUBSCRIPTION' ? 1 : settings.max,
    interestFree: settings.interestFree,
    feeBasisPoints: settings.feeBasisPoints,
    minimumInstallment: settings.minimumInstallment,
  });
}

export const needsAddress = (offer: Offer, bumps: readonly OrderBump[]): boolean => isShipped(offer, bumps);
