/**
 * Stores cards at the provider for subscriptions, and for an hour for the upsells after a purchase. Of a subscription's only an id appears
 * here, which serves one buyer and one offer for an hour. A card that no payment stands for is deleted at the provider, where it can.
 */
import { isProviderError } from '@feira/plugin-kit';
import type { Input } from '@feira/schemas/procedure';
import type { tokenCreditCard } from '@feira/schemas/procedures/checkout';
import type { CardTokenRequest } from '@feira/schemas/provider';
import { cardBrand, formatExpiry } from '@feira/schemas/rules/card';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId } from '../../shared/ids.ts';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import { findFunnel } from '../funnels/service.ts';
import { insertCardVisit } from '../funnels/visit-model.ts';
import type { Offer } from '../offers/model.ts';
import { findOpenReceiverId, findReceiverByProvider, withToken } from '../receivers/service.ts';
import { type CardProof, type CardTries, hashSubject, readPageSeconds, withCardTries } from '../velocity/service.ts';
import { openToken, type PresentedCard, toStoredCardId } from './card.ts';
import type { Intent } from './model.ts';
import type { Prepared, PurchaseCall } from './stages.ts';
import {
  insertStoredCard,
  type KeptCard,
  postponeStoredCard,
  removeStoredCard,
  retireStoredCard,
  type StoredCardRow,
  selectStoredCard,
  useStoredCard,
} from './stored-card-model.ts';
import { findConnectionOfCard, getCardConnection } from './view.ts';

interface StoreCardCall {
  platform: PlatformContext;
  offer: Offer;
  input: Input<typeof tokenCreditCard>;
  customerIp: string;
  proof: CardProof | null;
}

export async function storeCard(
  app: FastifyInstance,
  { platform, offer, input, customerIp, proof }: StoreCardCall,
): Promise<string> {
  const looking = { platform, ip: customerIp };
  const shown = await getCardConnection(app, looking, offer, 'checkoutId');
  const document = input.cpf ? normalizeDocument(input.cpf) : undefined;
  if (document && !isDocument(document)) throw new AppError('DOCUMENT_INVALID', { fields: ['cpf'] });
  const card = await openToken(app, offer, input.token, async () => shown, 'token');
  const connection = await findConnectionOfCard(app, looking, offer, card.binding);
  // The connection that it was made for serves no longer: the form that is shown now makes another.
  if (!connection) throw new AppError('CARD_TOKEN_INVALID', { fields: ['token'] });
  const receiverToken = await findReceiverToken(app, connection, offer, input.receiverId);
  const customer = {
    name: input.name,
    email: input.email,
    ...(document && { document }),
    ...(input.phone && { phone: input.phone }),
  };
  const request = { ...card.input, customer, customerIp, ...(receiverToken && { receiverToken }) };
  const buyer = { email: input.email, document: document ?? null };
  const stored = await storeAtProvider(app, connection, request, {
    field: 'token',
    receiverId: input.receiverId,
    tries: toStoringTries(app, { platform, offer, card, buyer, customerIp, proof, pageView: input.pageView }),
  });
  return toStoredCardId(app, offer, input, {
    connectionId: connection.id,
    name: stored.cardId,
    id: stored.storedCardId,
    expiry: stored.expiry,
    presented: card,
  });
}

/** Counts a card that is stored without a purchase. The buyer may repeat the call, and nobody else may use the sealed card. */
export function toStoringTries(
  app: Pick<FastifyInstance, 'config' | 'clock'>,
  {
    platform,
    offer,
    card,
    buyer,
    customerIp,
    proof,
    pageView,
  }: {
    platform: PlatformContext;
    offer: Pick<Offer, 'id' | 'sellerId'>;
    card: PresentedCard;
    pageView: string | undefined;
  } & Pick<CardTries, 'buyer' | 'customerIp' | 'proof'>,
): CardTries {
  const order = hashSubject(app, 'order', buyer.email.toLowerCase(), buyer.document ?? '');
  return {
    cards: [
      {
        card: card.fingerprint,
        bin: card.bin ?? null,
        isNumberKnown: card.isNumberKnown,
        isKept: false,
        attemptId: null,
        seal: card.seal ? { hash: card.seal, order } : null,
      },
    ],
    buyer,
    platformId: platform.id,
    sellerId: offer.sellerId,
    offerId: offer.id,
    customerIp,
    limits: platform.settings.cardLimits,
    proof,
    view:
      pageView && readPageSeconds(app, { platformId: platform.id, offerId: offer.id }, pageView) !== null
        ? hashSubject(app, 'view', pageView)
        : null,
  };
}

interface Storing {
  /** The input that errors name. */
  field: string;
  receiverId?: string | undefined;
  tries: CardTries;
}

/** Stores a card at its provider, and notes it where the provider can delete it. Throws CARD_UNAVAILABLE where it was tried too often. */
export async function storeAtProvider(
  app: FastifyInstance,
  connection: Connection,
  request: CardTokenRequest,
  { field, receiverId, tries }: Storing,
): Promise<KeptCard> {
  const { card } = request;
  try {
    const stored = await withCardTries(app, tries, {
      field,
      work: async () => {
        const value = await callProvider(connection, 'createCardId', request, null);
        // Not yet a card that the buyer has paid with: it goes on counting as another one.
        return { value, result: value.refusedReason ? { refused: 'unknown' } : 'OTHER' };
      },
    });
    if (stored.refusedReason) throw new AppError('CARD_NOT_SAVED', { fields: [field] });
    return {
      connectionId: connection.id,
      cardId: stored.token,
      storedCardId: await keepStoredCard(app, connection, stored.token, receiverId),
      // The provider has seen the card itself, which a token of the browser does not show.
      brand: stored.cardBrand ?? (card ? cardBrand(card.cardNumber) : null),
      lastDigits: stored.cardLastDigits ?? card?.cardNumber.slice(-4) ?? null,
      expiry: stored.cardExpiry ?? (card && formatExpiry(card.expMonth, card.expYear)) ?? null,
    };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn({ err: error, provider: connection.providerId }, 'A card could not be stored');
    throw new AppError(error.code === 'UNSUPPORTED' ? 'OPERATION_UNSUPPORTED' : 'CARD_NOT_SAVED', {
      fields: [field],
      cause: error,
    });
  }
}

interface Purchase {
  call: Pick<PurchaseCall, 'input' | 'platform' | 'customerIp' | 'upsell'>;
  prepared: Prepared;
  intent: Intent;
}

/**
 * Stores the card of a purchase that a funnel follows, where its provider can store and delete cards, and returns the card to charge: a
 * token serves once, so that the stored card is charged instead. Where it cannot be stored the purchase goes on with the card as it is, and
 * the funnel asks for a card again.
 */
export async function keepCardForUpsells(
  app: FastifyInstance,
  { call, prepared, intent }: Purchase,
): Promise<PresentedCard | null> {
  const { card, offer, buyer, decision } = prepared;
  const { connection } = decision;
  const { operations } = connection.manifest;
  const { platform, input } = call;
  // A funnel would charge it again: its limit was too small for the price, or a person has to look at the purchase first.
  if (prepared.holds) return card;
  if (!card || card.binding.kind === 'stored' || call.upsell || offer.type !== 'ONE_TIME') return card;
  if (!operations.includes('createCardId') || !operations.includes('deleteCard')) return card;
  const funnel = await findFunnel(app, platform.id, offer.id);
  const [first] = funnel?.steps ?? [];
  // A card in the account of a seller's receiver is charged through that account alone.
  if (!funnel || !first || (await findOpenReceiverId(app, connection, offer.sellerId))) return card;
  const customer = {
    name: input.name,
    email: input.email,
    ...(buyer.document && { document: buyer.document }),
    ...(buyer.phone && { phone: buyer.phone }),
  };
  try {
    const stored = await callProvider(
      connection,
      'createCardId',
      { ...card.input, customer, customerIp: call.customerIp },
      intent.payment.id,
    );
    if (stored.refusedReason) return card;
    const storedId = await keepStoredCard(app, connection, stored.token);
    if (!storedId) return card;
    const visit = { paymentId: intent.payment.id, funnelId: funnel.id, stepId: first.id, storedCardId: storedId };
    await app.database.run(platform.id, insertCardVisit(platform.id, visit));
    if (card.binding.kind === 'sealed') return card;
    await app.database.run(platform.id, useStoredCard(platform.id, storedId, null));
    return {
      ...card,
      input: { cardId: stored.token },
      binding: { kind: 'stored', connectionId: connection.id },
      storedId,
    };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn({ err: error, provider: connection.providerId }, 'A card could not be stored for upsells');
    return card;
  }
}

/** Returns the card of the purchase as a purchase of the offer presents it; null where the provider keeps none any more. */
export async function presentKeptCard(
  app: FastifyInstance,
  platformId: string,
  storedCardId: string,
  offer: Pick<Offer, 'id'>,
  buyer: { email: string; cpf?: string },
): Promise<string | null> {
  const card = await app.database.find(platformId, selectStoredCard(platformId, storedCardId), true);
  if (!card) return null;
  const { connectionId, cardId: name } = card;
  return toStoredCardId(app, offer, buyer, { connectionId, name, id: storedCardId, expiry: null });
}

/** The secret of the seller's account that the card is stored in; undefined where the page names none, or it has no secret. */
async function findReceiverToken(
  app: FastifyInstance,
  connection: Connection,
  offer: Offer,
  receiverId: string | undefined,
): Promise<string | undefined> {
  if (!receiverId) return undefined;
  const row = await findReceiverByProvider(app, connection.platformId, connection.id, receiverId);
  if (row?.personId !== offer.sellerId || row.status !== 'ACTIVE') {
    throw new AppError('RECEIVER_NOT_FOUND', { fields: ['receiverId'] });
  }
  return (await withToken(app, connection, row)).receiverToken ?? undefined;
}

/** Returns the id of the row; null where the provider cannot delete cards. */
async function keepStoredCard(
  app: FastifyInstance,
  { id: connectionId, platformId, manifest }: Connection,
  cardId: string,
  receiverId: string | null = null,
): Promise<string | null> {
  if (!manifest.operations.includes('deleteCard')) return null;
  const id = newId();
  await app.database.run(platformId, insertStoredCard(platformId, { id, connectionId, cardId, receiverId }));
  return id;
}

/** A day is enough for what goes away by itself. */
const ALERT_AFTER_HOURS = 24;

/** Deletes a card at its provider unless a payment stands that was made with it. What fails is tried again after a day. */
export async function deleteStoredCard(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  // A restored database does not know the purchases that were made with it since.
  const isHeld = (await app.readOutgoingHold()) !== null;
  const retired = isHeld ? null : await app.database.write(platformId, [retireStoredCard(platformId, id)]);
  const card = retired?.[0].rows[0];
  const connection = card && (await findConnection(app, platformId, card.connectionId));
  if (!connection) {
    await app.database.run(platformId, postponeStoredCard(platformId, id));
    return;
  }
  try {
    await callProvider(connection, 'deleteCard', await toDeletion(app, connection, card), null);
    await app.database.run(platformId, removeStoredCard(platformId, id));
  } catch (error) {
    if (!isProviderError(error)) throw error;
    await app.database.run(platformId, postponeStoredCard(platformId, id));
    const what = { err: error, provider: connection.providerId, storedCard: id };
    if (card.ageHours > ALERT_AFTER_HOURS)
      app.log.error({ alert: 'card-not-deleted', ...what }, 'A provider does not delete a stored card');
    else app.log.warn(what, 'A stored card could not be deleted');
  }
}

async function toDeletion(app: FastifyInstance, connection: Connection, { cardId, receiverId }: StoredCardRow) {
  const row = receiverId && (await findReceiverByProvider(app, connection.platformId, connection.id, receiverId));
  const receiverToken = row ? (await withToken(app, connection, row)).receiverToken : null;
  return { cardId, ...(receiverToken && { receiverToken }) };
}
