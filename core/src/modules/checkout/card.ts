/**
 * What a purchase knows of a card. A sealed card is opened into memory for one call and never stored; a browser token or a
 * stored card's id passes through.
 */
import type { SealedCard } from '@feira/schemas/documents';
import type { CardData } from '@feira/schemas/provider';
import { cardBrand, isCardNumber } from '@feira/schemas/rules/card';
import type { FastifyInstance } from 'fastify';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { AppError } from '../../plugins/errors.ts';
import type { Connection } from '../connections/service.ts';
import type { Offer } from '../offers/model.ts';
import type { CardBinding } from '../routing/service.ts';

export interface CardInput {
  cardToken?: string;
  cardId?: string;
  card?: CardData;
}

/** A card and who can read it. */
export interface PresentedCard {
  input: CardInput;
  binding: Exclude<CardBinding, { kind: 'unknown' }>;
}

/** Long enough for a slow buyer's retry, short enough that a stolen token is worthless. */
const SEAL_LIFETIME_SECONDS = 600;

type CardApp = Pick<FastifyInstance, 'config' | 'clock' | 'sealKeys'>;

/** The connection that the checkout page tells of: whoever makes a token without saying for whom made it for that one. */
type FindShown = () => Promise<Connection | null>;

/** What the card form hands out for a card that one connection alone can read. */
export const nameCard = (connectionId: string, name: string): string => `${connectionId}~${name}`;

const NAMED = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(.+)$/s;

function readName(text: string): { connectionId: string | null; name: string } {
  const [, connectionId = null, name = text] = NAMED.exec(text) ?? [];
  return { connectionId, name };
}

export async function openCard(
  app: CardApp,
  offer: Pick<Offer, 'id' | 'type'>,
  input: { token?: string; creditCardId?: string } | undefined,
  findShown: FindShown,
): Promise<PresentedCard> {
  if (input?.creditCardId) {
    const { connectionId, name } = readName(input.creditCardId);
    const madeFor = connectionId ?? (await findShown())?.id;
    if (!madeFor) throw new AppError('METHOD_NOT_ENABLED', { fields: ['paymentMethod'] });
    return { input: { cardId: name }, binding: { kind: 'stored', connectionId: madeFor } };
  }
  if (offer.type === 'SUBSCRIPTION') throw new AppError('CARD_TOKEN_MISSING', { fields: ['creditCard.creditCardId'] });
  return openToken(app, offer, input?.token, findShown);
}

/** Also for storing a card: a token of either kind, without a card id. */
export async function openToken(
  app: CardApp,
  offer: Pick<Offer, 'id'>,
  token: string | undefined,
  findShown: FindShown,
  field = 'creditCard.token',
): Promise<PresentedCard> {
  if (!token) throw new AppError('CARD_TOKEN_MISSING', { fields: [field] });
  const { connectionId, name } = readName(token);
  if (connectionId) return { input: { cardToken: name }, binding: { kind: 'token', connectionId } };
  if (isSealed(token)) {
    const card = await unseal(app, offer, token, field);
    return { input: { card }, binding: { kind: 'sealed', brand: cardBrand(card.cardNumber) } };
  }
  const shown = await findShown();
  if (!shown) throw new AppError('METHOD_NOT_ENABLED', { fields: ['paymentMethod'] });
  if (shown.manifest.capabilities.methods?.CREDIT_CARD?.tokenization !== 'browser')
    throw new AppError('CARD_TOKEN_INVALID', { fields: [field] });
  return { input: { cardToken: token }, binding: { kind: 'token', connectionId: shown.id } };
}

/** A card sealed by our form tells so in its head; what providers make does not look like it. */
function isSealed(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === 'ECDH-ES';
  } catch {
    return false;
  }
}

async function unseal(app: CardApp, offer: Pick<Offer, 'id'>, token: string, field: string): Promise<CardData> {
  const refuse = () => new AppError('CARD_TOKEN_INVALID', { fields: [field] });
  let sealed: SealedCard;
  try {
    const privateKey = app.sealKeys.findPrivateKey(decodeProtectedHeader(token).kid);
    if (!privateKey) throw new Error('The card was sealed for another key.');
    const { plaintext } = await compactDecrypt(token, privateKey, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    sealed = JSON.parse(new TextDecoder().decode(plaintext));
  } catch {
    // The cause may quote the token; it stays here.
    throw refuse();
  }
  const age = app.clock.now().getTime() / 1000 - sealed.iat;
  if (
    sealed.offerId !== offer.id ||
    !(age < SEAL_LIFETIME_SECONDS && age > -SEAL_LIFETIME_SECONDS) ||
    !isCardNumber(sealed.cardNumber)
  )
    throw refuse();
  const { cardNumber, holderName, holderDocument, expMonth, expYear, cvv } = sealed;
  return { cardNumber, holderName, expMonth, expYear, cvv, ...(holderDocument && { holderDocument }) };
}
