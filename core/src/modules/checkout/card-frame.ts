/** Serves the card form. A checkout frames it, and it obeys no other page; on an origin of its own it serves every platform. */
import type { CardFrameConfig } from '@feira/schemas/documents';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PlatformContext, toHost } from '../../plugins/platforms.ts';
import type { ProviderPackage } from '../../plugins/providers.ts';
import type { Offer } from '../offers/model.ts';
import { findOpenReceiverId } from '../receivers/service.ts';
import { findCardConnection, gatewayPublicKey, platformColour, tokenizationOf } from './view.ts';

interface FramingPage {
  platform: PlatformContext;
  /** The one origin that may frame the form and talk to it. */
  origin: string;
}

/**
 * The page that says it frames the form. Nothing has to prove that: whatever is claimed, the form works only inside a page of
 * the host that was named, and only for offers of the platform which that host leads to.
 */
export async function findFramingPage(
  app: FastifyInstance,
  request: FastifyRequest,
  isElsewhere: boolean,
): Promise<FramingPage | null> {
  const { host: named } = request.query as Record<string, unknown>;
  const host = toHost(isElsewhere ? (typeof named === 'string' ? named : '') : request.hostname);
  const { platformId, isNamed } = await app.findHostOwner(host);
  const platform = platformId ? await app.findPlatform(platformId) : null;
  if (!platform) return null;
  if (!isElsewhere) return { platform, origin: `${request.protocol}://${request.host}` };
  // '*' answers for every name, also for one that a stranger has pointed here: such a page may be anybody's.
  const isOwn = isNamed || host === app.publicHost;
  return isOwn ? { platform, origin: app.toHostUrl(host) } : null;
}

/** null where the offer cannot be paid by card. */
export async function toCardFrame(
  app: FastifyInstance,
  { platform, origin }: FramingPage,
  offer: Offer,
  ip: string,
): Promise<{ config: CardFrameConfig; tokenizer: { package: ProviderPackage; host: string } | null } | null> {
  const card = await findCardConnection(app, { platform, ip }, offer);
  if (!card) return null;
  const isBrowser = tokenizationOf(card) === 'browser';
  const receiverId = isBrowser ? await findOpenReceiverId(app, card, offer.sellerId) : null;
  const colorPrimary = offer.checkoutBuilderConfig.colorPrimary ?? platformColour(platform);
  return {
    tokenizer: isBrowser ? { package: card.package, host: new URL(card.publicBaseUrl).origin } : null,
    config: {
      parentOrigin: origin,
      tokenization: isBrowser ? 'browser' : 'server',
      publicKey: gatewayPublicKey(card),
      baseUrl: isBrowser ? card.publicBaseUrl : '',
      ...(isBrowser && {
        connectionId: card.id,
        providerId: card.providerId,
        tokenizerUrl: app.documents.tokenizerUrl(card.package),
      }),
      ...(receiverId && { receiver: { receiverId, receiverProvider: card.providerId } }),
      ...(!isBrowser && { sealKey: app.sealKeys.publicJwk }),
      offerId: offer.id,
      ...(colorPrimary && { colorPrimary }),
    },
  };
}
