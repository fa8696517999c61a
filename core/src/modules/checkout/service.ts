/** The door for other modules: charges a cycle of a subscription as a purchase that nobody makes at a page, and stores its buyer's card. */
import type { Locale } from '@feira/schemas/common';
import type { Address } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { ChargedMandate } from '../mandates/service.ts';
import { findRenewedOffer } from '../offers/model.ts';
import type { CardProof } from '../velocity/service.ts';
import { fingerprintOfStored, openToken } from './card.ts';
import { toBuyerInput } from './order-charging.ts';
import { purchaseOffer } from './purchase.ts';
import type { PurchaseOutput, Renewal } from './stages.ts';
import type { KeptCard } from './stored-card-model.ts';
import { storeAtProvider, toStoringTries } from './stored-cards.ts';
import { findConnectionOfCard, getCardConnection } from './view.ts';

export { readTracking } from './form.ts';
export { toTaken } from './intent.ts';
export type { PurchaseCall } from './stages.ts';
export { findTrialAnswer, prepareTrial } from './trial.ts';

/** The core makes the call itself: no buyer's machine has sent it. */
const OWN_IP = '127.0.0.1';

interface Buyer {
  buyerName: string;
  buyerEmail: string;
  buyerDocument: string | null;
  buyerPhone: string | null;
  address: Address | null;
}

export interface CycleCharge {
  platform: PlatformContext;
  buyer: Buyer;
  offerId: string;
  method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
  locale: Locale;
  card: { cardId: string; connectionId: string; storedCardId: string | null } | null;
  /** Set where the buyer's bank pays under a mandate. */
  mandate?: ChargedMandate;
  renewal: Omit<Renewal, 'card'>;
  customerIp?: string;
  /** The view of the page at which the buyer asked for the charge. */
  pageView?: string | undefined;
}

/**
 * Charges one try of a cycle. However often it is called with the same try, there is one purchase. Throws the errors of a purchase: after
 * PAYMENT_REFUSED the sale is there, and after most others nothing was charged.
 */
export function chargeCycle(
  app: FastifyInstance,
  { platform, buyer, offerId, method, locale, card, mandate, renewal, customerIp = OWN_IP, pageView }: CycleCharge,
): Promise<PurchaseOutput> {
  const { subscriptionId, cycle, attempt } = renewal;
  const { buyerName: name, buyerEmail: email, buyerDocument: document, buyerPhone: phone, address } = buyer;
  const bought = { name, email, document, phone, address, referer: null, affiliateId: null };
  return purchaseOffer(app, {
    platform,
    input: { ...toBuyerInput(bought), offerId, paymentMethod: method, ...(pageView && { pageView }) },
    idempotencyKey: `subscription:${subscriptionId}:${cycle}:${attempt}`,
    customerIp,
    remembered: new Map(),
    variants: new Map(),
    visitor: { secret: null, resumedCartId: null },
    adConsent: null,
    locale,
    ...(mandate && { mandate }),
    renewal: {
      ...renewal,
      card: card && {
        input: { cardId: card.cardId },
        binding: { kind: 'stored', connectionId: card.connectionId },
        fingerprint: fingerprintOfStored(app, card.connectionId, card.cardId),
        isNumberKnown: false,
        storedId: card.storedCardId,
      },
    },
  });
}

/** Stores another card for a subscription. Throws CARD_TOKEN_INVALID, CARD_NOT_SAVED and the errors of connections. */
export async function storeSubscriptionCard(
  app: FastifyInstance,
  {
    platform,
    buyer,
    offerId,
    token,
    customerIp,
    proof,
    pageView,
  }: {
    platform: PlatformContext;
    buyer: Buyer;
    offerId: string;
    token: string;
    customerIp: string;
    proof: CardProof | null;
    pageView: string | undefined;
  },
): Promise<KeptCard> {
  const offer = await findRenewedOffer(app, platform.id, offerId);
  if (!offer) throw new AppError('OFFER_NOT_FOUND');
  const looking = { platform, ip: customerIp };
  const shown = await getCardConnection(app, looking, offer, 'cardToken');
  const card = await openToken(app, offer, token, async () => shown, 'cardToken');
  const connection = await findConnectionOfCard(app, looking, offer, card.binding);
  if (!connection) throw new AppError('CARD_TOKEN_INVALID', { fields: ['cardToken'] });
  const { buyerName: name, buyerEmail: email, buyerDocument: document, buyerPhone: phone } = buyer;
  const customer = { name, email, ...(document && { document }), ...(phone && { phone }) };
  const request = { ...card.input, customer, customerIp };
  return storeAtProvider(app, connection, request, {
    field: 'cardToken',
    tries: toStoringTries(app, {
      platform,
      offer,
      card,
      buyer: { email, document: document ?? null },
      customerIp,
      proof,
      pageView,
    }),
  });
}
