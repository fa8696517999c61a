/** Commits a purchase's intent (sale, payment, attempt, idempotency key), its second stage, before a provider is called. */
import type { PaymentMethod } from '@feira/schemas/common';
import { promiseSubscription } from '@feira/schemas/rules/subscription';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
import { versionOf } from '../checkout-builder/service.ts';
import type { Connection } from '../connections/service.ts';
import { type DeliveryOption, type Offer, tellUnavailable } from '../offers/model.ts';
import type { Payment } from '../payments/model.ts';
import { confirmableUntil, HOLD_MS } from '../payments/service.ts';
import { hasPixels } from '../pixels/service.ts';
import { conclusiveAt } from '../provider-orders/service.ts';
import { takeDailyRoom } from '../routing/service.ts';
import { endVelocity } from '../velocity/model.ts';
import { type Blocked, listCounters, listEnds } from '../velocity/service.ts';
import { PROCEDURE } from './answer.ts';
import { toAddress } from './buyer.ts';
import { findOwnCart } from './carts.ts';
import { fitExpiry } from './expiry.ts';
import { type Intent, insertIntent, type Upsell, type WrittenIntent } from './model.ts';
import type { Prepared, PurchaseCall } from './stages.ts';
import { useStoredCard } from './stored-card-model.ts';

const DAY_MS = 24 * 3_600_000;

/** Errors for stock and coupons that other buyers took meanwhile, by the constraint that refuses the intent. */
const TAKEN = {
  offer_stock_limit: ['OFFER_SOLD_OUT', 'offerId'],
  coupon_max_uses: ['COUPON_USED_UP', 'coupon'],
  coupon_max_uses_per_buyer: ['COUPON_USED_BY_BUYER', 'coupon'],
} as const;

/** Why an intent was not written: the connection may take no more today, the idempotency key is taken, or its cards may not be tried. */
type Refused = 'FULL' | 'TAKEN' | Blocked;

export const isWritten = (intent: Intent | Refused): intent is Intent => typeof intent === 'object' && 'sale' in intent;

/** Writes the intent, or returns why not. Throws where the stock or the coupon has just been used up. */
export async function commitIntent(
  app: FastifyInstance,
  call: PurchaseCall,
  prepared: Prepared,
  requestHash: Buffer,
): Promise<Intent | Refused> {
  const intent = toIntent(app, call, prepared, requestHash);
  const { database } = app;
  const { storedId } = prepared.card ?? {};
  if (storedId) {
    // Later charges of a subscription need its card. Any other card goes once a late charge of it can no longer appear.
    const isKept = prepared.offer.type === 'SUBSCRIPTION';
    // Before the intent: from the first moment of the payment, nobody deletes its card.
    const used = await database.run(
      call.platform.id,
      useStoredCard(call.platform.id, storedId, isKept ? intent.payment.id : null),
    );
    if (used === 0) throw new AppError('CARD_TOKEN_INVALID', { fields: ['creditCard.creditCardId'] });
  }
  const insert = insertIntent(intent);
  const written = await write(app, prepared, insert).catch((error) => {
    throw toTaken(error, prepared.offer, {
      ...(call.input.quantity && { quantity: call.input.quantity }),
      hasLimitedExtras: prepared.quote.bumps.some(({ stockLimit }) => stockLimit !== null),
    });
  });
  if (!written) return 'FULL';
  if (written.isWritten) return intent;
  // An equal call at the same time was first: this one tries nothing.
  if (written.isCounted && prepared.tries)
    await database.run(
      intent.platformId,
      endVelocity(
        intent.platformId,
        listEnds(app, prepared.tries, () => 'OTHER'),
      ),
    );
  return written.blocked ?? 'TAKEN';
}

/** Returns what became of the intent; nothing where the connection may take no more today. */
async function write(
  { database, clock }: FastifyInstance,
  { coupon, amount, decision: { connection, dailyAmount } }: Prepared,
  insert: ReturnType<typeof insertIntent>,
): Promise<WrittenIntent | null | undefined> {
  if (dailyAmount !== null)
    return takeDailyRoom({ database, clock }, connection, { amount, dailyAmount }, (transaction) =>
      transaction.find(insert),
    );
  // Buyers of one coupon wait for each other, and a refused one must not take the purchases of others along.
  const { platformId } = connection;
  const { rows } = coupon
    ? (await database.write(platformId, [insert]))[0]
    : await database.writeShared(platformId, insert);
  return rows[0];
}

/** Returns the error for the buyer where the stock or the coupon was used up meanwhile, and otherwise the error itself. */
export function toTaken(
  error: unknown,
  offer: Pick<Offer, 'link'>,
  { quantity = 1, hasLimitedExtras = false } = {},
): unknown {
  const taken = error instanceof pg.DatabaseError && TAKEN[error.constraint as keyof typeof TAKEN];
  if (!taken) return error;
  const [code, field] = taken;
  // Fewer pieces may be left, of the product or of an extra.
  if (code === 'OFFER_SOLD_OUT' && quantity > 1 && !hasLimitedExtras)
    return new AppError('QUANTITY_NOT_OFFERED', { fields: ['quantity'], cause: error });
  const told = code === 'OFFER_SOLD_OUT' ? tellUnavailable(offer, code) : code;
  return new AppError(told, { fields: [field], cause: error });
}

/** The words of a quoted service are kept with the sale: the quote is deleted, and its option has others. */
const toKeptDelivery = (option: DeliveryOption | undefined) =>
  option?.quotedFrom ? { description: option.description, deliveryTime: option.deliveryTime } : null;

function toIntent(app: FastifyInstance, call: PurchaseCall, prepared: Prepared, requestHash: Buffer): Intent {
  const { platform, input } = call;
  const { quantity = 1 } = input;
  const { offer, quote: priced, decision } = prepared;
  const { connection } = decision;
  const now = app.clock.now();
  const { mandate } = call;
  const ends = mandate?.expiresAt ?? (prepared.holds && new Date(now.getTime() + HOLD_MS));
  const expiresAt = ends ?? expiryOf(toPayable(call, now), connection, input.paymentMethod, now);
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
      deliveryOptionId: priced.deliveryOption?.quotedFrom ?? priced.deliveryOption?.id ?? null,
      delivery: toKeptDelivery(priced.deliveryOption),
      // The affiliate who gets the commission; where none does, the one whom the link named.
      affiliateId: prepared.terms.affiliationId ?? input.affiliateId ?? null,
      utmQuery: input.utmQuery ?? {},
      referer: input.referer ?? null,
      couponCode: prepared.coupon?.code ?? call.renewal?.coupon?.code ?? null,
      customFields: prepared.customFields,
      discount: priced.discount,
      methodDiscount: priced.methodDiscount,
      priceKeptUntil: mandate || call.renewal ? null : keptUntil(offer, input.paymentMethod, expiresAt),
      locale: call.locale,
      ...versionOf(offer, call.variants),
    },
    couponId: prepared.coupon?.id ?? null,
    items: [
      {
        offerId: offer.id,
        orderBumpId: null,
        title: offer.title,
        unitPrice: offer.price - (priced.discount + priced.methodDiscount) / quantity,
        quantity,
        isTangible: offer.product.typeProduct === 'FISICO',
        productName: offer.product.name,
        productImage: offer.product.image,
        isLimited: offer.stockLimit !== null,
      },
      ...priced.bumps.map((bump) => ({
        offerId: bump.offerId,
        orderBumpId: bump.id,
        title: bump.title,
        unitPrice: bump.price,
        quantity: 1,
        isTangible: bump.isTangible,
        productName: bump.productName,
        productImage: bump.productImage,
        isLimited: bump.stockLimit !== null,
      })),
    ],
    payment: {
      id: newId(),
      publicId: newPublicId(),
      method: input.paymentMethod,
      amount: prepared.amount,
      installments: prepared.installments,
      expiresAt,
      // Should this node die now, others notice; this is the net under it.
      nextCheckAt: conclusiveAt(connection, now),
      terms: prepared.terms,
    },
    attempt: {
      id: prepared.attemptId,
      connectionId: connection.id,
      provider: connection.providerId,
      providerVersion: connection.version,
      routing: decision.routing,
      nodeId: app.nodes.id,
      mandateId: mandate?.mandateId ?? null,
      amount: prepared.holds?.[0]?.amount ?? null,
      isHold: prepared.holds ? true : null,
    },
    mandateCharge: mandate ? { mandateRowId: mandate.id, dueDate: mandate.dueDate } : null,
    abandonedCartId: findOwnCart(call.visitor, input),
    adConsent: hasPixels(platform, offer) ? call.adConsent : null,
    upsell: call.upsell ? withoutPrice(call.upsell) : null,
    subscription: toSubscription(call, prepared),
    counters: prepared.tries ? listCounters(app, prepared.tries) : [],
    now,
  };
}

const DAY_SECONDS = DAY_MS / 1_000;

/** The code of a cycle stays payable until its dunning is over, within what the provider takes. */
function toPayable({ platform, renewal }: PurchaseCall, now: Date): Pick<PlatformContext, 'settings'> {
  if (!renewal) return platform;
  const seconds = Math.max(DAY_SECONDS, Math.floor((renewal.payableUntil.getTime() - now.getTime()) / 1_000));
  return {
    settings: {
      ...platform.settings,
      pixExpiresInSeconds: seconds,
      billetExpiresInDays: Math.ceil(seconds / DAY_SECONDS),
    },
  };
}

/** Returns what the sale is to its subscription; null where it belongs to none. The first charge brings the promise. */
function toSubscription(
  { platform, renewal, upsell, locale }: PurchaseCall,
  prepared: Prepared,
): Intent['subscription'] {
  const { offer, card, coupon, quote: priced, affiliate } = prepared;
  const kept = {
    cardId: card?.input.cardId ?? null,
    storedCardId: card?.storedId ?? null,
    cardExpiry: card?.expiry ?? null,
  };
  if (renewal) {
    const { subscriptionId: id, cycle, attempt, plan } = renewal;
    return { id, cycle, attempt, terms: null, plan, ...kept };
  }
  if (offer.type !== 'SUBSCRIPTION' || upsell) return null;
  const terms = promiseSubscription(offer, {
    firstAmount: priced.total,
    discount: coupon && coupon.cycles !== 1 ? { code: coupon.code, cut: coupon.discount, cycles: coupon.cycles } : null,
    affiliate,
    dunning: offer.dunning ?? platform.settings.dunning,
    locale,
  });
  return terms && { id: newId(), cycle: 1, attempt: 1, terms, plan: null, ...kept };
}

const withoutPrice = ({ price: _, ...upsell }: Upsell): Intent['upsell'] => upsell;

export const expiryOf = (
  { settings }: Pick<PlatformContext, 'settings'>,
  { manifest }: Connection,
  method: PaymentMethod,
  now: Date,
): Date => fitExpiry(settings, manifest.capabilities.methods?.[method] ?? {}, method, now);

/**
 * Returns until when a code that expired is replaced at the same price; null where it never is. The days begin once nobody can have paid.
 */
function keptUntil({ priceKeptDays }: Offer, method: PaymentMethod, expiresAt: Date): Date | null {
  if (method === 'CREDIT_CARD' || priceKeptDays === 0) return null;
  return new Date(confirmableUntil(method, expiresAt).getTime() + priceKeptDays * DAY_MS);
}

/** Returns the payment as the intent left it, without reading what was just written. */
export const toPayment = (intent: Intent, offer: Offer): Payment => ({
  platformId: intent.platformId,
  ...intent.payment,
  saleId: intent.sale.id,
  offerId: offer.id,
  sellerName: offer.sellerName,
  notificationMode: offer.notificationMode,
  title: offer.title,
  priceKeptUntil: intent.sale.priceKeptUntil,
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
  pixQrCode: null,
  billetCode: null,
  billetBarcode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  nextStep: null,
  attempts: [
    {
      ...intent.attempt,
      amount: intent.attempt.amount ?? intent.payment.amount,
      expiresAt: null,
      state: 'CREATED',
      transactionId: null,
      reason: null,
      memo: null,
      createdAt: intent.now,
    },
  ],
  evidence: [],
  refunds: [],
  hasOpenDispute: false,
});
