/** Buying: price on the server, make the intent durable, ask the provider once, record what it said. */
import { createHash } from 'node:crypto';
import { isProviderError } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import type { purchase } from '@feira/schemas/procedures/checkout';
import type { TransactionRequest } from '@feira/schemas/provider';
import { generateTestCpf } from '@feira/schemas/rules/cpf';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { randomSoftDescriptor } from '@feira/schemas/rules/soft-descriptor';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, ERRORS } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
import { signToken } from '../../shared/signed-token.ts';
import { toStorable } from '../../shared/storable.ts';
import { type Connection, callDeadlineMs, callProvider, findConnection } from '../connections/service.ts';
import { findOffer, type Offer } from '../offers/model.ts';
import type { AttemptState, Payment } from '../payments/model.ts';
import { checkPayment, ownEvidence, type Recording, record, toEvidence, toInstructions } from '../payments/service.ts';
import { type CardInput, openCard } from './card.ts';
import { type Intent, insertIntent, keepAnswer, selectAnswer } from './model.ts';
import { installmentOptions, needsAddress, type Quote, quote } from './pricing.ts';
import { findMethodConnection, requiredFields, toPaymentView } from './view.ts';

export type PurchaseInput = Input<typeof purchase>;
export type PurchaseOutput = Output<typeof purchase>;

export interface PurchaseCall {
  platform: PlatformContext;
  input: PurchaseInput;
  idempotencyKey: string;
  customerIp: string;
  reply: FastifyReply;
}

const PROCEDURE = 'checkout.purchase';
/** Bank cards need no expiry; an unanswered review is given up after this. */
const CARD_EXPIRY_MS = 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const DUMMY_PHONE = '11999999999';

interface Prepared {
  offer: Offer;
  connection: Connection;
  quote: Quote;
  /** Cents charged, interest included. */
  amount: number;
  installments: number;
  card: CardInput;
  buyer: { document: string | null; phone: string | null };
  checkoutUrl: string;
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

async function prepare(app: FastifyInstance, { platform, input }: PurchaseCall): Promise<Prepared> {
  const offer = await findOffer(app, platform, input.offerId);
  if (!offer) throw new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });
  const connection = await findMethodConnection(app, platform, offer, input.paymentMethod);
  if (!connection) throw new AppError('METHOD_NOT_ENABLED', { fields: ['paymentMethod'] });
  const priced = quote(offer, input);
  if (input.deliveryFare !== undefined && input.deliveryFare !== priced.freight) {
    throw new AppError('PRICE_CHANGED', { fields: ['deliveryFare'] });
  }
  const isCard = input.paymentMethod === 'CREDIT_CARD';
  const installments = isCard && offer.type === 'ONE_TIME' ? (input.creditCard?.installments ?? 1) : 1;
  const amount = isCard ? chooseInstallments(platform, offer, connection, priced, installments) : priced.total;
  if (input.expectedTotal !== undefined && input.expectedTotal !== priced.total && input.expectedTotal !== amount) {
    throw new AppError('PRICE_CHANGED', { fields: ['expectedTotal'] });
  }
  const buyer = checkBuyer(platform, offer, connection, priced, input);
  const card = isCard ? await openCard(app, connection, offer, input.creditCard) : {};
  const checkoutUrl = `${await app.findPlatformUrl(platform.id)}/checkout/${offer.id}`;
  return { offer, connection, quote: priced, amount, installments, card, buyer, checkoutUrl };
}

function chooseInstallments(
  platform: PlatformContext,
  offer: Offer,
  connection: Connection,
  priced: Quote,
  installments: number,
): number {
  const max = connection.manifest.capabilities.methods?.CREDIT_CARD?.maxInstallments ?? 1;
  const option = installmentOptions(offer, platform.settings.installments, priced.total, max).find(
    (candidate) => candidate.installmentNumber === installments,
  );
  if (!option) throw new AppError('INSTALLMENTS_NOT_OFFERED', { fields: ['creditCard.installments'] });
  return option.total;
}

function checkBuyer(
  platform: PlatformContext,
  offer: Offer,
  connection: Connection,
  priced: Quote,
  input: PurchaseInput,
) {
  const required = requiredFields(platform, connection, input.paymentMethod);
  const document = input.cpf ? normalizeDocument(input.cpf) : null;
  if (document && !isDocument(document)) throw new AppError('DOCUMENT_INVALID', { fields: ['cpf'] });
  if (!document && (offer.requiredDocumentAndPhone || required.includes('document'))) {
    throw new AppError('DOCUMENT_MISSING', { fields: ['cpf'] });
  }
  const phone = input.phone ?? null;
  if (!phone && (offer.requiredDocumentAndPhone || required.includes('phone')))
    throw new AppError('PHONE_MISSING', { fields: ['phone'] });
  if (needsAddress(offer, priced.bumps) || required.includes('address')) {
    const missing = (['cep', 'street', 'number', 'district', 'city', 'state'] as const).filter(
      (field) => !input[field],
    );
    if (missing.length > 0) throw new AppError('ADDRESS_MISSING', { fields: missing });
  }
  return { document, phone };
}

function toIntent(app: FastifyInstance, call: PurchaseCall, prepared: Prepared, requestHash: Buffer): Intent {
  const { platform, input } = call;
  const { offer, connection, quote: priced } = prepared;
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
      affiliateId: input.affiliateId ?? null,
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
      // Were this node to die now, another asks the provider once the call cannot be running any more.
      nextCheckAt: new Date(now.getTime() + callDeadlineMs(connection) + connection.manifest.lookup.lagSeconds * 1000),
    },
    attempt: {
      id: newId(),
      connectionId: connection.id,
      provider: connection.providerId,
      providerVersion: connection.version,
    },
    abandonedCartId: input.abandonedCartId ?? null,
    now,
  };
}

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
  approvedAt: null,
  version: 0,
  checks: 0,
  createdAt: intent.now,
  pixCode: null,
  billetCode: null,
  billetBarcode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  attempts: [{ ...intent.attempt, state: 'CREATED', transactionId: null, createdAt: intent.now }],
  evidence: [],
});

async function charge(
  app: FastifyInstance,
  call: PurchaseCall,
  prepared: Prepared,
  intent: Intent,
): Promise<PurchaseOutput> {
  const payment = freshPayment(intent, prepared.offer);
  const heard = await ask(app, toRequest(call, prepared, intent), prepared.connection, payment);
  // What is told is what was stored: a repeat gets the very same.
  let answer: Answer | null = null;
  const recorded = await record(app, payment, {
    ...heard,
    answer: (next) => {
      answer = toAnswer(app, next, prepared.connection);
      return { procedure: PROCEDURE, key: call.idempotencyKey, ...answer };
    },
  });
  return unwrap(answer ?? toAnswer(app, recorded, prepared.connection));
}

const FAILED_STATES = { NOT_SENT: 'NOT_SENT', REJECTED: 'REFUSED', UNKNOWN: 'UNKNOWN' } as const satisfies Record<
  string,
  AttemptState
>;

/** One call that may charge, and what it taught us. A lost answer is no evidence of anything. */
async function ask(
  app: FastifyInstance,
  request: TransactionRequest,
  connection: Connection,
  payment: Payment,
): Promise<Omit<Recording, 'answer'>> {
  const attemptId = request.reference;
  try {
    const result = await callProvider(connection, 'createTransaction', request, payment.id);
    return {
      evidence: [toEvidence(connection.manifest, result, { source: 'answer', attemptId, occurredAt: app.clock.now() })],
      instructions: toInstructions(result),
      attempt: { id: attemptId, state: 'ANSWERED', transactionId: result.transactionId, reason: null },
    };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn(
      { err: error, paymentId: payment.id, provider: connection.providerId },
      'A charge failed or its outcome is unknown',
    );
    const heard = {
      source: 'answer',
      attemptId,
      occurredAt: app.clock.now(),
      reason: toStorable(error.message),
    } as const;
    const word = error.outcome === 'NOT_SENT' ? 'NOT_SENT' : 'REFUSED';
    return {
      evidence: error.outcome === 'UNKNOWN' ? [] : [ownEvidence(word, heard)],
      attempt: { id: attemptId, state: FAILED_STATES[error.outcome], transactionId: null, reason: error.code },
    };
  }
}

function toRequest(
  { platform, input, customerIp }: PurchaseCall,
  prepared: Prepared,
  intent: Intent,
): TransactionRequest {
  const { offer, connection, buyer, card } = prepared;
  const isFilled = platform.settings.fillMissingIdentity;
  const document = buyer.document ?? (isFilled ? generateTestCpf(Math.random) : undefined);
  const phone = buyer.phone ?? (isFilled ? DUMMY_PHONE : undefined);
  return {
    reference: intent.attempt.id,
    orderId: intent.sale.id,
    amount: prepared.amount,
    paymentMethod: input.paymentMethod,
    customer: { name: input.name, email: input.email, ...(document && { document }), ...(phone && { phone }) },
    items: intent.items.map((item, index) => ({
      id: item.orderBumpId ?? item.offerId,
      title: item.title,
      // Providers compare the items with the amount: freight and interest travel with the first.
      unitPrice: index === 0 ? prepared.amount - sumOfItems(intent.items.slice(1)) : item.unitPrice,
      quantity: 1,
      tangible: item.isTangible,
    })),
    description: offer.title,
    installments: prepared.installments,
    ...card,
    userId: offer.sellerId,
    webhookUrl: connection.webhookUrl,
    checkoutUrl: prepared.checkoutUrl,
    ...(input.referer && { referrerUrl: input.referer }),
    customerIp,
    ...(intent.sale.address && { address: intent.sale.address }),
    ...(input.fingerPrints && { fingerPrints: input.fingerPrints }),
    softDescriptor: platform.settings.softDescriptor ?? randomSoftDescriptor(Math.random),
    expiresAt: intent.payment.expiresAt.toISOString(),
  };
}

const sumOfItems = (items: readonly { unitPrice: number }[]) => items.reduce((sum, item) => sum + item.unitPrice, 0);

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
