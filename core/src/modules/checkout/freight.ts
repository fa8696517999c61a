/** Shows the quoted freight of a checkout, and holds a purchase against what was quoted. */
import type { Locale } from '@feira/schemas/common';
import type { BuyerFormValues } from '@feira/schemas/documents';
import { priceOrder } from '@feira/schemas/rules/order-price';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { findQuoted, hasFreightQuotes, listDeliveriesTo, listFixed } from '../freight/service.ts';
import type { Offer } from '../offers/model.ts';
import type { PurchaseCall } from './stages.ts';

type App = Parameters<typeof listDeliveriesTo>[0];

/** Returns the offer with the deliveries of the typed zip code; with those of fixed fares as long as there is none. */
export async function showFreight<O extends Offer>(
  app: App,
  { platformId, locale }: { platformId: string; locale: Locale },
  offer: O,
  { cep = '', quantity = 1, orderBumpsIds: bumps = [] }: Pick<BuyerFormValues, 'cep' | 'quantity' | 'orderBumpsIds'>,
): Promise<O> {
  const zip = cep.replace(/\D/g, '');
  if (!hasFreightQuotes(offer) || zip.length !== 8) return offer;
  return {
    ...offer,
    deliveryOptions: await listDeliveriesTo(app, platformId, offer, { zip, quantity, bumps, locale }),
  };
}

/**
 * Returns the offer with the delivery that the buyer chose. Throws FREIGHT_MISSING where the order is sent and none was chosen, and
 * FREIGHT_EXPIRED where what was chosen is not what was quoted for this order, or holds no more.
 */
export async function withChosenFreight(
  app: FastifyInstance,
  { platform, input, locale, keptFreight }: Pick<PurchaseCall, 'platform' | 'input' | 'locale' | 'keptFreight'>,
  offer: Offer,
): Promise<Offer> {
  if (!hasFreightQuotes(offer)) return offer;
  if (keptFreight) return { ...offer, deliveryOptions: [keptFreight] };
  const { deliveryOptionId: id, cep, quantity = 1, orderBumpsIds: bumps = [] } = input;
  const fixed = listFixed(offer);
  const atFixedFares = { ...offer, deliveryOptions: fixed };
  const isFixed = id === undefined ? fixed.length > 0 : fixed.some((option) => option.id === id);
  if (isFixed || !priceOrder(offer, { bumps }).isShipped) return atFixedFares;
  if (id === undefined || cep === undefined) throw new AppError('FREIGHT_MISSING', { fields: ['deliveryOptionId'] });
  const chosen = await findQuoted(app, platform.id, offer, { zip: cep, quantity, bumps, locale }, id);
  if (!chosen) throw new AppError('FREIGHT_EXPIRED', { fields: ['deliveryOptionId'] });
  return { ...offer, deliveryOptions: [chosen] };
}
