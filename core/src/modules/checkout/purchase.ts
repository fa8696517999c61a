/** Buying: price on the server, decide who is asked, make the intent durable, ask, record what was said. */
import { createHash } from 'node:crypto';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import type { purchase } from '@feira/schemas/procedures/checkout';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, ERRORS } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
import { signToken } from '../../shared/signed-token.ts';
import { type Connection, callDeadlineMs, findConnection } from '../connections/service.ts';
import { findRates } from '../fees/service.ts';
import { findOffer, type Offer } from '../offers/model.ts';
import type { NextAttempt, Payment, Terms } from '../payments/model.ts';
import { applyReport, checkPayment, costOf, splitSale } from '../payments/service.ts';
import { findSplit } from '../receivers/service.ts';
import type { BuyerField } from '../routing/service.ts';
import { type Ask, type Decided, type Decision, decide, mayFailOver } from '../routing/service.ts';
import type { Remembered } from './affiliate-cookie.ts';
import { type Asked, askProvider } from './attempt.ts';
import { openCard, type PresentedCard } from './card.ts';
import { type Intent, insertIntent, keepAnswer, selectAnswer } from './model.ts';
import { installmentOptions, needsAddress, type Quote, quote } from './pricing.ts';
import { findCardConnection, isMethodSold, toPaymentView } from './view.ts';

export type PurchaseInput = Input<typeof purchase>;
export type PurchaseOutput = Output<typeof purchase>;

export interface PurchaseCall {
  platform: PlatformContext;
  input: PurchaseInput;
  idempotencyKey: string;
  customerIp: string;
  /** Of this browser. No part of the request that a repeat is compared with: it changes with every link that is followed. */
  remembered: Remembered;
  reply: FastifyReply;
}

const PROCEDURE = 'checkout.purchase';
/** Bank cards need no expiry; an unanswered review is given up after this. */
const CARD_EXPIRY_MS = 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

export interface Prepared {
  offer: Offer;
  quote: Quote;
  /** Cents charged, interest included. */
  amount: number;
  installments: number;
  /** Null for other methods. */
  card: PresentedCard | null;
  buyer: { document: string | null; phone: string | null };
  checkoutUrl: string;
  attemptId: string;
  decision: Decision;
  terms: Terms;
}

export async function purchaseOffer(app: FastifyInstance, call: PurchaseCall): Promise<PurchaseOutput> {
  const { platform, input } = call;
  const requestHash = hashRequest(input);
  const prepared = await prepare(app, call).catch(async (error) => {
    // A repeated call gets its first answer even when the offer has changed since.
    const answered = await replay(app, call, requestHash);
    if (answered) return answered;
    throw error;
  });
  if ('paymentId' in prepared) return prepared;
  const intent = toIntent(app, call, prepared, requestHash);
  if (await claim(app, platform.id, intent)) return charge(app, call, prepared, intent);
  const answered = await replay(app, call, requestHash);
  if (answered) return answered;
  throw new AppError('IDEMPOTENCY_KEY_IN_USE');
}

const hashRequest = (input: PurchaseInput): Buffer => createHash('sha256').update(canonical(input)).digest();

/** What names the card is made anew for each try and says nothing about what is bought. */
const CARD_NAMES = new Set(['token', 'creditCardId']);

/** The same fields in another order are the same request. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (key, item) => {
    if (CARD_NAMES.has(key)) return undefined;
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

async function claim(app: FastifyInstance, platformId: string, intent: Intent): Promise<boolean> {
  const { rows } = await app.database.writeShared(platformId, insertIntent(intent));
  return rows[0]?.claimed === true;
}

async function prepare(app: FastifyInstance, call: PurchaseCall): Promise<Prepared> {
  const { platform, input } = call;
  const offer = await findOffer(app, platform, input.offerId);
  if (!offer) throw new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });
  const method = input.paymentMethod;
  if (!isMethodSold(platform, offer, method)) throw new AppError('METHOD_NOT_ENABLED', { fields: ['paymentMethod'] });
  const priced = quote(offer, input);
  if (input.deliveryFare !== undefined && input.deliveryFare !== priced.freight) {
    throw new AppError('PRICE_CHANGED', { fields: ['deliveryFare'] });
  }
  const isCard = method === 'CREDIT_CARD';
  const installments = isCard && offer.type === 'ONE_TIME' ? (input.creditCard?.installments ?? 1) : 1;
  const amount = isCard ? chooseInstallments(platform, offer, priced, installments) : priced.total;
  if (input.expectedTotal !== undefined && input.expectedTotal !== priced.total && input.expectedTotal !== amount) {
    throw new AppError('PRICE_CHANGED', { fields: ['expectedTotal'] });
  }
  const buyer = checkBuyer(offer, input, needsAddress(offer, priced.bumps));
  const findShown = () => findCardConnection(app, { platform, ip: call.customerIp }, offer);
  const card = isCard ? await openCard(app, offer, input.creditCard, findShown) : null;
  const wanted = { offer, quote: priced, amount, installments, card, buyer };
  const attemptId = newId();
  const decided = await decide(app, platform.id, toAsk(call, wanted, attemptId));
  if (decided.connection === null) throw refuse(call, wanted, decided, app.clock.now());
  const checkoutUrl = `${await app.findPlatformUrl(platform.id)}/checkout/${offer.id}`;
  const rates = await findRates(app, platform, toRated(call, wanted, decided.connection));
  const sold = splitSale(rates, { sellerId: offer.sellerId, total: priced.total, amount });
  const split = await findSplit(app, platform, decided.connection, sold);
  const terms = split ? { ...sold, splits: { [attemptId]: split } } : sold;
  return { ...wanted, checkoutUrl, attemptId, decision: decided, terms };
}

type Wanted = Omit<Prepared, 'checkoutUrl' | 'attemptId' | 'decision' | 'terms'>;

const toRated = ({ input, remembered }: PurchaseCall, { offer, installments }: Wanted, connection: Connection) => ({
  offer,
  method: input.paymentMethod,
  installments,
  affiliateId: input.affiliateId ?? null,
  remembered,
  connectionId: connection.id,
});

const toAsk = (
  { platform, input }: PurchaseCall,
  { offer, amount, installments, card }: Wanted,
  attemptId: string,
  tried: string[] = [],
): Ask => ({
  method: input.paymentMethod,
  amount,
  installments,
  offer,
  card: card?.binding ?? null,
  buyerFields: platform.settings.fillMissingIdentity ? null : givenFields(input),
  tried,
  seed: attemptId,
});

/** Why no connection serves, as what the buyer can do about it. */
function refuse(
  { input }: PurchaseCall,
  { offer }: Wanted,
  { judged, openUntil }: Extract<Decided, { connection: null }>,
  now: Date,
): AppError {
  const lacking = judged.find(({ reason }) => reason === 'BUYER_FIELDS')?.candidate.capability?.requiredBuyerFields;
  if (lacking) return catchError(() => checkBuyer(offer, input, false, lacking));
  if (openUntil) {
    const retryAfterSeconds = Math.max(1, Math.ceil((openUntil.getTime() - now.getTime()) / 1000));
    return new AppError('METHOD_PAUSED', { fields: ['paymentMethod'], retryAfterSeconds });
  }
  const has = (skip: (typeof judged)[number]['reason']) => judged.some(({ reason }) => reason === skip);
  if (has('INSTALLMENTS')) return new AppError('INSTALLMENTS_NOT_OFFERED', { fields: ['creditCard.installments'] });
  // Others would serve a card that is typed again.
  if (has('CARD_FOREIGN')) {
    const field = offer.type === 'SUBSCRIPTION' ? 'creditCard.creditCardId' : 'creditCard.token';
    return new AppError('CARD_TOKEN_INVALID', { fields: [field] });
  }
  return new AppError('METHOD_NOT_ENABLED', { fields: ['paymentMethod'] });
}

function catchError(check: () => unknown): AppError {
  try {
    check();
  } catch (error) {
    return error as AppError;
  }
  return new AppError('METHOD_NOT_ENABLED', { fields: ['paymentMethod'] });
}

function chooseInstallments(platform: PlatformContext, offer: Offer, priced: Quote, installments: number): number {
  const option = installmentOptions(offer, platform.settings.installments, priced.total).find(
    (candidate) => candidate.installmentNumber === installments,
  );
  if (!option) throw new AppError('INSTALLMENTS_NOT_OFFERED', { fields: ['creditCard.installments'] });
  return option.total;
}

const ADDRESS_FIELDS = ['cep', 'street', 'number', 'district', 'city', 'state'] as const;

function givenFields(input: PurchaseInput): Set<BuyerField> {
  const given = new Set<BuyerField>();
  if (input.cpf) given.add('document');
  if (input.phone) given.add('phone');
  if (ADDRESS_FIELDS.every((field) => input[field])) given.add('address');
  return given;
}

/** What the offer asks of the buyer, and what a connection asks besides. */
function checkBuyer(offer: Offer, input: PurchaseInput, isShipped: boolean, required: readonly BuyerField[] = []) {
  const document = input.cpf ? normalizeDocument(input.cpf) : null;
  if (document && !isDocument(document)) throw new AppError('DOCUMENT_INVALID', { fields: ['cpf'] });
  if (!document && (offer.requiredDocumentAndPhone || required.includes('document'))) {
    throw new AppError('DOCUMENT_MISSING', { fields: ['cpf'] });
  }
  const phone = input.phone ?? null;
  if (!phone && (offer.requiredDocumentAndPhone || required.includes('phone')))
    throw new AppError('PHONE_MISSING', { fields: ['phone'] });
  if (isShipped || required.includes('address')) {
    const missing = ADDRESS_FIELDS.filter((field) => !input[field]);
    if (missing.length > 0) throw new AppError('ADDRESS_MISSING', { fields: missing });
  }
  return { document, phone };
}

function toIntent(app: FastifyInstance, call: PurchaseCall, prepared: Prepared, requestHash: Buffer): Intent {
  const { platform, input } = call;
  const { offer, quote: priced, decision } = prepared;
  const { connection } = decision;
  const now = app.clock.now();
  return {
    platformId: platform.id,
    idempotency: { procedure: PROCEDURE, key: call.idempotencyKey, requestHash },
    sale: {
      id: newId(),
      offerId: offer.id,
      sellerId: offer.sellerId,
      buyerName: input.name,
      buyerEmail: input.email,
      buyerDocument: prepared.buyer.document,
      buyerPhone: prepared.buyer.phone,
      address: toAddress(input),
      total: priced.total,
      freight: priced.freight,
      currency: offer.coin,
      deliveryOptionId: priced.deliveryOption?.id ?? null,
      // Whoever gets the commission; where nobody does, what the link said.
      affiliateId: prepared.terms.affiliationId ?? input.affiliateId ?? null,
      utmQuery: input.utmQuery ?? {},
      referer: input.referer ?? null,
    },
    items: [
      {
        offerId: offer.id,
        orderBumpId: null,
        title: offer.title,
        unitPrice: priced.total - priced.freight - sumOfPrices(priced.bumps),
        isTangible: offer.product.typeProduct === 'FISICO',
      },
      ...priced.bumps.map((bump) => ({
        offerId: bump.offerId,
        orderBumpId: bump.id,
        title: bump.title,
        unitPrice: bump.price,
        isTangible: bump.isTangible,
      })),
    ],
    payment: {
      id: newId(),
      publicId: newPublicId(),
      method: input.paymentMethod,
      amount: prepared.amount,
      installments: prepared.installments,
      expiresAt: expiryOf(platform, connection, input.paymentMethod, now),
      nextCheckAt: firstCheckAt(connection, now),
      terms: prepared.terms,
    },
    attempt: {
      id: prepared.attemptId,
      connectionId: connection.id,
      provider: connection.providerId,
      providerVersion: connection.version,
      routing: decision.routing,
    },
    abandonedCartId: input.abandonedCartId ?? null,
    now,
  };
}

/** Were this node to die now, another asks the provider once the call cannot be running any more. */
const firstCheckAt = (connection: Connection, now: Date): Date =>
  new Date(now.getTime() + callDeadlineMs(connection) + connection.manifest.lookup.lagSeconds * 1000);

const sumOfPrices = (bumps: readonly { price: number }[]) => bumps.reduce((sum, bump) => sum + bump.price, 0);

function expiryOf(platform: PlatformContext, connection: Connection, method: PaymentMethod, now: Date): Date {
  if (method === 'CREDIT_CARD') return new Date(now.getTime() + CARD_EXPIRY_MS);
  const capability = connection.manifest.capabilities.methods?.[method];
  const wanted =
    method === 'PIX' ? platform.settings.pixExpiresInSeconds : (platform.settings.billetExpiresInDays * DAY_MS) / 1000;
  return new Date(now.getTime() + Math.min(wanted, capability?.maxExpiresInSeconds ?? wanted) * 1000);
}

function toAddress(input: PurchaseInput) {
  if (!input.cep || !input.street || !input.number || !input.district || !input.city || !input.state) return null;
  const { cep: zipCode, street, number, district, city, state, complement } = input;
  return { zipCode, street, number, district, city, state, ...(complement && { complement }) };
}

/** The payment as the intent left it, without asking the database for what we have just written. */
const freshPayment = (intent: Intent, offer: Offer): Payment => ({
  platformId: intent.platformId,
  ...intent.payment,
  saleId: intent.sale.id,
  offerId: offer.id,
  sellerName: offer.sellerName,
  title: offer.title,
  productImage: offer.product.image,
  colorPrimary: offer.checkoutBuilderConfig.colorPrimary ?? null,
  currency: offer.coin,
  status: 'PENDING',
  isProvisional: false,
  settlement: 'NONE',
  paidAmount: 0,
  refundedAmount: 0,
  returningAmount: 0,
  approvedAt: null,
  charges: [],
  version: 0,
  checks: 0,
  createdAt: intent.now,
  pixCode: null,
  billetCode: null,
  billetBarcode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  attempts: [{ ...intent.attempt, state: 'CREATED', transactionId: null, reason: null, createdAt: intent.now }],
  evidence: [],
  refunds: [],
  hasOpenDispute: false,
});

/** One call after the other, as long as the one before surely charged nothing. The last one's answer is the purchase's. */
async function charge(
  app: FastifyInstance,
  call: PurchaseCall,
  prepared: Prepared,
  intent: Intent,
): Promise<PurchaseOutput> {
  let payment = freshPayment(intent, prepared.offer);
  let { decision } = prepared;
  for (;;) {
    const asked = await askProvider(app, { call, prepared, intent, payment, decision });
    const next = await findNext(app, call, prepared, payment, asked);
    if (!next) return finish(app, call, payment, asked, decision.connection);
    const { attempt } = asked.heard;
    payment = await applyReport(app, payment, { evidence: [], ...(attempt && { attempt }), nextAttempt: next.attempt });
    // Somebody has told of the charge meanwhile: it was made after all.
    if (payment.attempts.at(-1)?.id !== next.attempt.id) return finish(app, call, payment, asked, decision.connection);
    decision = next.decision;
  }
}

interface Next {
  attempt: NextAttempt;
  decision: Decision;
}

async function findNext(
  app: FastifyInstance,
  call: PurchaseCall,
  prepared: Prepared,
  payment: Payment,
  { error }: Asked,
): Promise<Next | null> {
  const failed = payment.attempts.at(-1);
  if (!error || !failed) return null;
  const now = app.clock.now();
  const card = prepared.card?.binding ?? null;
  const elapsedMs = now.getTime() - payment.createdAt.getTime();
  if (!mayFailOver({ outcome: error.outcome, attempts: payment.attempts.length, elapsedMs, card })) return null;
  const id = newId();
  const tried = payment.attempts.map(({ connectionId }) => connectionId);
  const failoverOf = { attemptId: failed.id, reason: error.code };
  const decided = await decide(app, payment.platformId, toAsk(call, prepared, id, tried), failoverOf).catch((cause) => {
    // What is known of the payment has to be written, whatever becomes of another try.
    app.log.error({ err: cause, paymentId: payment.id }, 'No other connection could be looked for');
    return null;
  });
  if (!decided?.connection) return null;
  const { connection, routing } = decided;
  const expiresAt = expiryOf(call.platform, connection, payment.method, now);
  const rates = await findRates(app, call.platform, toRated(call, prepared, connection));
  const cost = costOf(rates, payment.amount);
  return {
    decision: decided,
    attempt: {
      id,
      connectionId: connection.id,
      provider: connection.providerId,
      providerVersion: connection.version,
      routing,
      expiresAt,
      nextCheckAt: firstCheckAt(connection, now),
      cost,
      split: await findSplit(app, call.platform, connection, { shares: prepared.terms.shares, cost }),
    },
  };
}

async function finish(
  app: FastifyInstance,
  call: PurchaseCall,
  payment: Payment,
  { heard }: Asked,
  connection: Connection,
): Promise<PurchaseOutput> {
  // What is told is what was stored: a repeat gets the very same.
  let answer: Answer | null = null;
  const recorded = await applyReport(app, payment, {
    ...heard,
    answer: (next) => {
      answer = toAnswer(app, next, connection);
      return { procedure: PROCEDURE, key: call.idempotencyKey, ...answer };
    },
  });
  return unwrap(answer ?? toAnswer(app, recorded, connection));
}

type Answer = { status: 200; body: PurchaseOutput } | { status: number; body: { code: 'PAYMENT_REFUSED' } };

/** A refused card is a result the buyer can act on; any other refusal is an error of the purchase. */
function toAnswer(app: FastifyInstance, payment: Payment, connection: Connection | null): Answer {
  const isRefused = payment.status === 'REJECTED' && !payment.isProvisional;
  const isCardRefusal = payment.method === 'CREDIT_CARD' && payment.attempts.at(-1)?.state === 'ANSWERED';
  if (isRefused && !isCardRefusal) return { status: ERRORS.PAYMENT_REFUSED.status, body: { code: 'PAYMENT_REFUSED' } };
  const view = toPaymentView(app, payment, connection, { isPage: false });
  return {
    status: 200,
    body: {
      paymentId: payment.publicId,
      method: payment.method,
      status: view.status,
      payment: view,
      upsellToken: signToken(app.config.encryptionKey, 'upsell', payment.publicId),
    },
  };
}

function unwrap(answer: Answer): PurchaseOutput {
  if ('code' in answer.body) throw new AppError(answer.body.code);
  return answer.body;
}

/**
 * The first answer of a repeated call; null when the key is new. Where the first call never finished, the repeated one
 * drives it on: it asks the provider as the janitor would, and answers with what there is.
 */
async function replay(app: FastifyInstance, call: PurchaseCall, requestHash: Buffer): Promise<PurchaseOutput | null> {
  const { platform, idempotencyKey } = call;
  const [result] = await app.database.read(platform.id, [selectAnswer(platform.id, PROCEDURE, idempotencyKey)], true);
  const known = result?.rows[0];
  if (!known) return null;
  if (!requestHash.equals(known.request_hash))
    throw new AppError('IDEMPOTENCY_KEY_REUSED', { fields: ['idempotency-key'] });
  call.reply.header('idempotency-replayed', 'true');
  if (known.response_status !== null)
    return unwrap({ status: known.response_status, body: known.response_body } as Answer);
  const payment = (await checkPayment(app, platform.id, known.payment_id, { isOnlyWhenLost: true }))?.payment;
  if (!payment || payment.attempts.at(-1)?.state === 'CREATED') throw new AppError('IDEMPOTENCY_KEY_IN_USE');
  const connection = await findConnection(app, platform.id, payment.attempts.at(-1)?.connectionId ?? '');
  const answer = toAnswer(app, payment, connection);
  const [kept] = await app.database.write(platform.id, [keepAnswer(platform.id, PROCEDURE, idempotencyKey, answer)]);
  return unwrap({ status: kept?.rows[0]?.response_status, body: kept?.rows[0]?.response_body } as Answer);
}
