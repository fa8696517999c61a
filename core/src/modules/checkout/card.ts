/**
 * Reads the card of a purchase. A sealed card is opened into memory for one call and never stored; a browser token or a
 * stored card's id passes through.
 */
import type { SealedCard } from '@feira/schemas/documents';
import type { CardData } from '@feira/schemas/provider';
import { cardBrand, isCardNumber } from '@feira/schemas/rules/card';
import { normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { AppError } from '../../plugins/errors.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';
import type { Connection } from '../connections/service.ts';
import type { Offer } from '../offers/model.ts';
import type { CardBinding } from '../routing/service.ts';
import { hashBin, hashSubject } from '../velocity/service.ts';

export interface CardInput {
  cardToken?: string;
  cardId?: string;
  card?: CardData;
}

/** A card and who can read it. */
export interface PresentedCard {
  input: CardInput;
  binding: Exclude<CardBinding, { kind: 'unknown' }>;
  /** The hash of its number, or of what stands for it, by which its tries are counted. */
  fingerprint: string;
  /** False where the number was not seen: the same card may have another fingerprint the next time. */
  isNumberKnown: boolean;
  /** The hash of its first digits. Left out where they were not seen. */
  bin?: string;
  /** The hash of a sealed card, which pays one order. Left out of other cards. */
  seal?: string;
  /** The row of a stored card; null where its provider cannot delete cards. Left out of other cards. */
  storedId?: string | null;
  /** The last month of a stored card, YYYY-MM; null where its provider does not tell. Left out of other cards. */
  expiry?: string | null;
}

/** The buyer who presents a card. A stored card serves the buyer and the offer that it was stored for. */
interface CardBuyer {
  email: string;
  /** CPF or CNPJ, with or without signs. */
  cpf?: string | undefined;
}

/** The time for which a stored card waits for its purchase. */
const STORED_LIFETIME_SECONDS = 3_600;
/** Long enough for a slow buyer's retry, short enough that a stolen token is worthless. */
const SEAL_LIFETIME_SECONDS = 600;

type CardApp = Pick<FastifyInstance, 'config' | 'clock' | 'sealKeys'>;

/** Returns the connection whose card form is shown; throws where none is. A token that names no connection was made for that one. */
type GetShown = () => Promise<Connection>;

/** The card form puts the connection's id before a token that only this connection can read. */
const NAMED = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(.+)$/s;

function readName(text: string): { connectionId: string | null; name: string } {
  const [, connectionId = null, name = text] = NAMED.exec(text) ?? [];
  return { connectionId, name };
}

const toPurpose = (offer: Pick<Offer, 'id'>, { email, cpf }: CardBuyer): string =>
  JSON.stringify(['stored-card', offer.id, email.toLowerCase(), cpf ? normalizeDocument(cpf) : null]);

/** Returns the id of a card that a provider has stored, for one offer and one buyer. Others cannot pay with it. */
export function toStoredCardId(
  { config, clock }: CardApp,
  offer: Pick<Offer, 'id'>,
  buyer: CardBuyer,
  {
    connectionId,
    name,
    id,
    expiry,
    presented,
  }: {
    connectionId: string;
    name: string;
    id: string | null;
    expiry: string | null;
    /** The card that was stored, whose tries go on being counted. Left out where it was stored before. */
    presented?: Pick<PresentedCard, 'fingerprint' | 'isNumberKnown'>;
  },
): string {
  const storedAt = Math.floor(clock.now().getTime() / 1000);
  const subject: StoredSubject = [
    connectionId,
    name,
    storedAt,
    id,
    expiry,
    presented?.fingerprint ?? null,
    presented?.isNumberKnown ?? false,
  ];
  const text = Buffer.from(JSON.stringify(subject)).toString('base64url');
  return signToken(config.encryptionKey, toPurpose(offer, buyer), text);
}

type StoredSubject = [
  connectionId: string,
  name: string,
  storedAt: number,
  id?: string | null,
  expiry?: string | null,
  fingerprint?: string | null,
  isNumberKnown?: boolean,
];

/** The fingerprint of a card that a provider stored and whose number was not seen. */
export const fingerprintOfStored = (app: Pick<FastifyInstance, 'config'>, connectionId: string, name: string): string =>
  hashSubject(app, 'stored-card', connectionId, name);

const toTokenCard = (app: CardApp, connectionId: string, cardToken: string): PresentedCard => ({
  input: { cardToken },
  binding: { kind: 'token', connectionId },
  fingerprint: hashSubject(app, 'card-token', connectionId, cardToken),
  isNumberKnown: false,
});

function openStoredCard(app: CardApp, offer: Pick<Offer, 'id'>, buyer: CardBuyer, id: string): PresentedCard {
  const { config, clock } = app;
  const keys = [config.encryptionKey, ...config.previousEncryptionKeys];
  const subject = readToken(keys, toPurpose(offer, buyer), id);
  const [connectionId, name, storedAt, storedId = null, expiry = null, known = null, isNumberKnown = false] = subject
    ? (JSON.parse(Buffer.from(subject, 'base64url').toString()) as StoredSubject)
    : [];
  if (!connectionId || !name || !storedAt || clock.now().getTime() / 1000 - storedAt > STORED_LIFETIME_SECONDS)
    throw new AppError('CARD_TOKEN_INVALID', { fields: ['creditCard.creditCardId'] });
  const fingerprint = known ?? fingerprintOfStored(app, connectionId, name);
  return {
    input: { cardId: name },
    binding: { kind: 'stored', connectionId },
    fingerprint,
    isNumberKnown,
    storedId,
    expiry,
  };
}

export async function openCard(
  app: CardApp,
  offer: Pick<Offer, 'id' | 'type'>,
  buyer: CardBuyer,
  input: { token?: string; creditCardId?: string } | undefined,
  getShown: GetShown,
): Promise<PresentedCard> {
  if (input?.creditCardId) return openStoredCard(app, offer, buyer, input.creditCardId);
  if (offer.type === 'SUBSCRIPTION') throw new AppError('CARD_TOKEN_MISSING', { fields: ['creditCard.creditCardId'] });
  return openToken(app, offer, input?.token, getShown);
}

/** Also for storing a card: a token of either kind, without a card id. */
export async function openToken(
  app: CardApp,
  offer: Pick<Offer, 'id'>,
  token: string | undefined,
  getShown: GetShown,
  field = 'creditCard.token',
): Promise<PresentedCard> {
  if (!token) throw new AppError('CARD_TOKEN_MISSING', { fields: [field] });
  const { connectionId, name } = readName(token);
  if (connectionId) return toTokenCard(app, connectionId, name);
  if (isSealed(token)) {
    const card = await unseal(app, offer, token, field);
    return {
      input: { card },
      binding: { kind: 'sealed', brand: cardBrand(card.cardNumber) },
      fingerprint: hashSubject(app, 'card-number', card.cardNumber),
      isNumberKnown: true,
      bin: hashBin(app, card.cardNumber),
      seal: hashSeal(app, token),
    };
  }
  const shown = await getShown();
  if (shown.manifest.capabilities.methods?.CREDIT_CARD?.tokenization !== 'browser')
    throw new AppError('CARD_TOKEN_INVALID', { fields: [field] });
  return toTokenCard(app, shown.id, token);
}

/** Texts that differ in bits that base64 ignores are the same seal. */
const hashSeal = (app: CardApp, token: string): string =>
  hashSubject(app, 'seal', ...token.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex')));

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
    if (typeof sealed?.cardNumber !== 'string') throw new Error('The seal holds no card.');
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
