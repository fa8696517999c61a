/**
 * What a purchase knows of a card. A sealed card is opened into memory for one call and never stored; a browser token or a
 * stored card's id passes through.
 */
import type { SealedCard } from '@feira/schemas/documents';
import type { CardData } from '@feira/schemas/provider';
import { isCardNumber } from '@feira/schemas/rules/card';
import type { FastifyInstance } from 'fastify';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { AppError } from '../../plugins/errors.ts';
import type { Connection } from '../connections/service.ts';
import type { Offer } from '../offers/model.ts';

export interface CardInput {
  cardToken?: string;
  cardId?: string;
  card?: CardData;
}

/** Long enough for a slow buyer's retry, short enough that a stolen token is worthless. */
const SEAL_LIFETIME_SECONDS = 600;

type CardApp = Pick<FastifyInstance, 'config' | 'clock' | 'sealKeys'>;

export async function openCard(
  app: CardApp,
  connection: Connection,
  offer: Pick<Offer, 'id' | 'type'>,
  input: { token?: string; creditCardId?: string } | undefined,
): Promise<CardInput> {
  if (input?.creditCardId) return { cardId: input.creditCardId };
  if (offer.type === 'SUBSCRIPTION') throw new AppError('CARD_TOKEN_MISSING', { fields: ['creditCard.creditCardId'] });
  return openToken(app, connection, offer, input?.token);
}

/** Also for storing a card: a token of either kind, without a card id. */
export async function openToken(
  app: CardApp,
  connection: Connection,
  offer: Pick<Offer, 'id'>,
  token: string | undefined,
  field = 'creditCard.token',
): Promise<CardInput> {
  if (!token) throw new AppError('CARD_TOKEN_MISSING', { fields: [field] });
  const { tokenization } = connection.manifest.capabilities.methods?.CREDIT_CARD ?? {};
  if (tokenization === 'browser') return { cardToken: token };
  return { card: await unseal(app, offer, token, field) };
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
