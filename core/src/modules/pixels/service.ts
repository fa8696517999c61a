/** Gives pages their pixels. Both the ids of an offer and those of its platform are in a node's memory, so no page waits for them. */
import { createHash } from 'node:crypto';
import type { PaymentView } from '@feira/schemas/checkout';
import type { PageEventIds, PagePixels, PagePurchase, PixelIds, PixelNetwork } from '@feira/schemas/pixels';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { findOffer, type Offer, type OffersApp } from '../offers/model.ts';
import type { Payment } from '../payments/model.ts';
import { findPixelIds } from './ids.ts';
import { type AdConsent, deleteConsent } from './model.ts';

type Sold = Pick<Offer, 'id' | 'productId' | 'sellerId' | 'pixels'>;

const idsOf = ({ settings }: Pick<PlatformContext, 'settings'>, { pixels }: Pick<Offer, 'pixels'>): PixelIds =>
  findPixelIds(settings.pixels, pixels);

export const hasPixels = (platform: Pick<PlatformContext, 'settings'>, offer: Pick<Offer, 'pixels'>): boolean =>
  Object.keys(idsOf(platform, offer)).length > 0;

/** Returns null where the page has no pixels. */
export function toPagePixels(
  { platform, locale }: Pick<FastifyRequest, 'platform' | 'locale'>,
  offer: Sold,
): PagePixels | null {
  const networks = Object.keys(idsOf(platform, offer)) as PixelNetwork[];
  if (networks.length === 0) return null;
  return {
    frameUrl: `/pixel-frame/${offer.id}?lang=${locale}`,
    networks,
    consentKey: createHash('sha256').update(`ads|${offer.sellerId}`).digest('base64url').slice(0, 12),
    contentId: offer.productId,
  };
}

/** Returns what the page of a payment reports; null where it has no pixels, or where its offer is not there any more. */
export async function toPaymentPixels(
  app: OffersApp,
  request: Pick<FastifyRequest, 'platform' | 'locale'>,
  { offerId, saleId, amount }: Pick<Payment, 'offerId' | 'saleId' | 'amount'>,
  { order }: Pick<PaymentView, 'order'>,
): Promise<(PagePixels & { purchase: PagePurchase }) | null> {
  const offer = await findOffer(app, request.platform, offerId);
  const pixels = offer && toPagePixels(request, offer);
  if (!pixels) return null;
  const purchase = {
    eventId: saleId,
    value: amount - (order?.interest ?? 0),
    isOnPixCreated: offer.pixels.pixPurchase === 'CREATED',
  };
  return { ...pixels, purchase };
}

const LONGEST_USER_AGENT = 500;

/** Returns the consent that came with a purchase, with what networks need to know the browser again; null without one. */
export function readAdConsent(
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  given: { clientId?: string; eventIds?: PageEventIds } | undefined,
): AdConsent | null {
  if (!given) return null;
  const userAgent = (headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT);
  const { clientId = null, eventIds } = given;
  return { clientId, ip, userAgent, ...(eventIds && { eventIds }) };
}

/** From now on nothing about the sale is reported. */
export const withdrawConsent = (
  { database }: Pick<FastifyInstance, 'database'>,
  { platformId, saleId }: Pick<Payment, 'platformId' | 'saleId'>,
): Promise<unknown> => database.run(platformId, deleteConsent(platformId, saleId));
