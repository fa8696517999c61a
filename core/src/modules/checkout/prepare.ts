import type { RiskAction, RiskNote } from '@feira/schemas/procedures/risk';
import type { ScoreRequest } from '@feira/schemas/score';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId } from '../../shared/ids.ts';
import type { Connection } from '../connections/service.ts';
import { findCoupon } from '../coupons/service.ts';
import { findRates } from '../fees/service.ts';
import type { ChargedMandate } from '../mandates/service.ts';
import { type FoundOffer, findRenewedOffer, type Offer } from '../offers/model.ts';
import { getOfferOnSale } from '../offers/service.ts';
import type { ProviderSplit, Terms } from '../payments/model.ts';
import { splitSale } from '../payments/service.ts';
import { findSplit } from '../receivers/service.ts';
import { type AssessedPurchase, assess, challengeUnproven, isAuthenticated } from '../risk/service.ts';
import { type Decision, decide, type RouteRequest, type RoutingResult } from '../routing/service.ts';
import { type CardTries, type CardTry, hashSubject, readPageSeconds } from '../velocity/service.ts';
import { findPlan } from './agreement.ts';
import { isRepeated } from './answer.ts';
import { checkBuyer, listGivenFields, readCustomFields, toAddress } from './buyer.ts';
import { openCard, type PresentedCard } from './card.ts';
import { withChosenFreight } from './freight.ts';
import type { CustomAnswer } from './model.ts';
import { AT_ANY_METHOD, priceInput, priceOpen, priceUpsell } from './pricing.ts';
import { methodBusy, refuseUnserved } from './refusals.ts';
import { findOpenCode } from './repeat.ts';
import type { Hold, Prepared, PurchaseCall, Renewal } from './stages.ts';
import { divideTerms, prepareHolds } from './two-cards.ts';
import { getCardConnection, isMethodSold } from './view.ts';

/** Throws where the offer, the price, the buyer, the card or the connections do not allow the purchase. Writes nothing. */
export async function preparePurchase(app: FastifyInstance, call: PurchaseCall): Promise<Prepared> {
  const { platform, input } = call;
  const { renewal } = call;
  const found = renewal ? await getRenewedOffer(app, platform, input.offerId, renewal) : await getSoldOffer(app, call);
  const sold = call.isTrial ? toTrialOffer(found) : found;
  // A step of a funnel and a renewal show no quotes: the option's own fare holds.
  const offer = renewal || call.upsell ? sold : await withChosenFreight(app, call, sold);
  // The page has shown another price.
  if (!renewal && offer.isTrialFree !== (call.isTrial ?? false))
    throw new AppError('PRICE_CHANGED', { fields: ['offerId'] });
  const method = input.paymentMethod;
  // The buyer agreed to the method of a subscription.
  if (!renewal && !isMethodSold(platform, offer, method))
    throw new AppError('METHOD_NOT_ENABLED', { fields: ['paymentMethod'] });
  const visit = { platform, ip: call.customerIp };
  const coupon = input.coupon ? await findCoupon(app, visit, offer, input.coupon) : null;
  const cut = renewal?.coupon ? { amount: renewal.coupon.discount } : coupon?.discount;
  const isCard = method === 'CREDIT_CARD';
  const { quote: priced, installments, amount } = priceInput(offer, platform.settings, input, cut);
  const buyer = checkBuyer(offer, input, priced.isShipped);
  const customFields = askedFields(call, offer);
  const getShown = () => getCardConnection(app, visit, offer, 'paymentMethod');
  const presented = async () => renewal?.card ?? openCard(app, offer, input, input.creditCard, getShown);
  const card = isCard ? await presented() : null;
  const attemptId = newId();
  if (!card && input.secondCard) throw new AppError('TWO_CARDS_NOT_OFFERED', { fields: ['secondCard'] });
  const parts = card && (await prepareHolds(app, call, { offer, amount, installments, card, attemptId, getShown }));
  const view = { platformId: platform.id, offerId: offer.id };
  const pageSeconds = renewal && !input.pageView ? undefined : readPageSeconds(app, view, input.pageView);
  const viewed = typeof pageSeconds === 'number' && input.pageView ? hashSubject(app, 'view', input.pageView) : null;
  const tries = card && toCardTries(app, call, { offer, card, holds: parts, document: buyer.document, view: viewed });
  const asked = { offer, quote: priced, coupon, amount, installments, card, holds: parts, tries, buyer };
  // The schedule of a subscription goes on as its buyer agreed.
  const assessment = renewal ? null : await assess(app, platform.id, toAssessed(app, call, { ...asked, pageSeconds }));
  const { note: assessed = null, score = null } = assessment ?? {};
  const wanted = assessed && (await decideWanted(app, call, asked, { attemptId, action: assessed.action }));
  const risk = assessed && !wanted ? insteadOfWanted(app, call, asked, assessed) : assessed;
  const order = wanted ? { ...asked, holds: wanted.holds } : asked;
  const { holds } = order;
  const decided = call.mandate
    ? decideForMandate(call.mandate)
    : (wanted?.decision ?? (await decide(app, platform.id, toRouteRequest(call, order, attemptId))));
  if (decided.connection === null) throw toRefusal(call, order, decided, app.clock.now());
  // An agreement names the buyer by their document.
  if (!call.isTrial && findPlan(app, { call, prepared: { offer, coupon } }, decided.connection)) {
    const needed = platform.settings.fillMissingIdentity ? [] : (['document'] as const);
    checkBuyer(offer, input, priced.isShipped, needed);
  }
  const checkoutUrl = `${await app.findPlatformUrl(platform.id)}/checkout/${offer.id}`;
  const current = await findRates(app, platform, toRated(call, order, decided.connection));
  const rates = renewal ? { ...current, affiliate: renewal.affiliate } : current;
  const shares = splitSale(rates, { sellerId: offer.sellerId, total: priced.total, amount });
  const terms =
    holds && holds.length > 1
      ? await divideTerms(app, platform, decided.connection, { sold: shares, rates, holds })
      : withSplit(shares, attemptId, await findSplit(app, platform, decided.connection, shares));
  const kept = {
    ...terms,
    ...(call.proof && tries && { isChallenged: true as const }),
    ...(risk && { risk }),
    ...(score && { score }),
    ...(pageSeconds !== undefined && { pageSeconds }),
  };
  const openCode = await findOpenCode(app, call, { ...order, terms, customFields });
  return {
    ...order,
    customFields,
    checkoutUrl,
    attemptId,
    decision: decided,
    terms: kept,
    affiliate: rates.affiliate,
    openCode,
  };
}

/**
 * Returns the connection that does what a rule wants, with the parts that it holds: the amount is held until a person decides, or the card's
 * owner confirms the charge. Null where the rule wants neither, the purchase is none for which that is done, or no connection of its route can.
 */
async function decideWanted(
  app: FastifyInstance,
  call: PurchaseCall,
  order: Order,
  { attemptId, action }: { attemptId: string; action: RiskAction },
): Promise<{ holds: Hold[] | null; decision: Decision } | null> {
  const { offer, amount, card } = order;
  if (!card || call.upsell || call.mandate || call.isTrial) return null;
  const isHeld = action === 'REVIEW' && card.binding.kind !== 'stored' && offer.type === 'ONE_TIME';
  const isConfirmed = action === 'AUTHENTICATE' && !order.holds;
  if (!isHeld && !isConfirmed) return null;
  const holds = isHeld ? (order.holds ?? [{ attemptId, amount, card }]) : null;
  const wanted = { ...order, holds, ...(isConfirmed && { terms: { risk: { action } } }) };
  const decision = await decide(app, call.platform.id, toRouteRequest(call, wanted, attemptId));
  return decision.connection ? { holds, decision } : null;
}

/** A wish of a rule that no connection can fulfil becomes a challenge. */
function insteadOfWanted(app: FastifyInstance, call: PurchaseCall, { offer }: Order, note: RiskNote): RiskNote {
  if (note.action !== 'REVIEW' && note.action !== 'AUTHENTICATE') return note;
  challengeUnproven(app, { offerId: offer.id, isProven: isProven(call, offer) });
  return { ...note, action: 'CHALLENGE' };
}

const isProven = ({ upsell, proof }: PurchaseCall, { id }: Pick<Offer, 'id'>): boolean =>
  upsell !== undefined || proof?.offerId === id;

const toAssessed = (
  app: FastifyInstance,
  call: PurchaseCall,
  order: Pick<Order, 'offer' | 'quote' | 'amount' | 'installments' | 'card' | 'tries' | 'buyer'> & {
    pageSeconds: number | null | undefined;
  },
): AssessedPurchase => ({
  offerId: order.offer.id,
  method: call.input.paymentMethod,
  amount: order.amount,
  currency: order.offer.coin,
  ownCurrency: call.platform.settings.currency,
  installments: order.installments,
  buyer: {
    email: call.input.email,
    document: order.buyer.document,
    ip: call.customerIp,
    bins: order.tries?.cards.flatMap(({ bin }) => bin ?? []) ?? [],
  },
  isProven: isProven(call, order.offer),
  pageSeconds: order.pageSeconds ?? null,
  isRepeated: () => isRepeated(app, call),
  toScored: () => toScored(app, call, order),
});

/** A provider that scores purchases is told the first six digits of a card, where the node saw them. */
function toScored(
  app: FastifyInstance,
  { input, platform, customerIp, idempotencyKey }: PurchaseCall,
  { offer, quote, amount, installments, card, buyer, pageSeconds }: Parameters<typeof toAssessed>[2],
): ScoreRequest {
  const { document, phone } = buyer;
  const address = toAddress(input);
  const number = card?.input.card?.cardNumber;
  return {
    reference: hashSubject(app, 'score', platform.id, idempotencyKey),
    amount,
    currency: offer.coin,
    paymentMethod: input.paymentMethod,
    installments,
    customer: { name: input.name, email: input.email, ...(document && { document }), ...(phone && { phone }) },
    items: [{ id: offer.id, title: offer.title, unitPrice: amount, quantity: 1, tangible: quote.isShipped }],
    ...(address && { address }),
    customerIp,
    userId: offer.sellerId,
    ...(number && { cardBin: number.slice(0, 6) }),
    ...(typeof pageSeconds === 'number' && { pageSeconds }),
  };
}

/** A charge that the subscription's schedule makes tests no card. */
function toCardTries(
  app: FastifyInstance,
  { platform, input, idempotencyKey, customerIp, proof = null, upsell, renewal }: PurchaseCall,
  {
    offer,
    card,
    holds,
    document,
    view,
  }: Pick<Prepared, 'offer' | 'holds'> & { card: PresentedCard; document: string | null; view: string | null },
): CardTries | null {
  if (renewal?.initiator === 'MERCHANT') return null;
  const order = hashSubject(app, 'order', idempotencyKey);
  const toTry = (
    { binding, fingerprint, isNumberKnown, bin, seal }: PresentedCard,
    attemptId: string | null,
  ): CardTry => ({
    card: fingerprint,
    bin: bin ?? null,
    isNumberKnown,
    isKept: binding.kind === 'stored' && (upsell ?? renewal) !== undefined,
    attemptId,
    seal: seal ? { hash: seal, order } : null,
  });
  return {
    cards: holds ? holds.map((hold) => toTry(hold.card, hold.attemptId)) : [toTry(card, null)],
    buyer: { email: input.email, document },
    platformId: platform.id,
    sellerId: offer.sellerId,
    offerId: offer.id,
    customerIp,
    limits: platform.settings.cardLimits,
    proof: upsell || renewal ? 'EXEMPT' : proof,
    view,
  };
}

async function getSoldOffer(app: FastifyInstance, { platform, input, upsell }: PurchaseCall): Promise<FoundOffer> {
  const offer = priceOpen(await getOfferOnSale(app, platform, input.offerId, 'offerId'), input.chosenAmount);
  return upsell ? priceUpsell(offer, upsell.price) : offer;
}

/** The trial is checked as its first charge will be made, without extras. */
const toTrialOffer = <O extends Offer>(offer: O): O => ({
  ...offer,
  price: offer.recurrencePrice ?? offer.price,
  fretePrice: 0,
  orderBumps: [],
  deliveryOptions: [],
});

const withSplit = (terms: Terms, attemptId: string, split: ProviderSplit | null): Terms =>
  split ? { ...terms, splits: { [attemptId]: split } } : terms;

/**
 * Returns the offer at the promised price. What its seller has changed since counts for nothing: it may be archived or sold out, and nothing
 * is added to it.
 */
async function getRenewedOffer(
  app: FastifyInstance,
  platform: PlatformContext,
  offerId: string,
  { amount, coupon, title }: Renewal,
): Promise<Offer> {
  const offer = await findRenewedOffer(app, platform.id, offerId);
  if (!offer) throw new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });
  return {
    ...offer,
    ...AT_ANY_METHOD,
    type: 'SUBSCRIPTION',
    title,
    price: amount + (coupon?.discount ?? 0),
    fretePrice: 0,
    orderBumps: [],
    deliveryOptions: [],
    stockLimit: null,
    requiredDocumentAndPhone: false,
    checkoutTest: null,
  };
}

/** The provider that has the agreement makes the charge. */
const decideForMandate = ({ connection }: ChargedMandate): Decision => ({
  connection,
  routing: {
    by: 'routes',
    candidates: [
      {
        connectionId: connection.id,
        name: connection.name,
        provider: connection.providerId,
        priority: 1,
        weight: 1,
        isChosen: true,
        reason: null,
      },
    ],
    version: { chosen: connection.version, isCanary: false, share: null },
    failoverOf: null,
  },
  isProbe: false,
  dailyAmount: null,
});

/** Returns what the buyer has typed besides. A step of a funnel and a charge of a schedule come without a form. */
const askedFields = ({ upsell, renewal, keptAnswers, input }: PurchaseCall, offer: Offer): CustomAnswer[] | null =>
  upsell || renewal ? null : keptAnswers === undefined ? readCustomFields(offer, input.customFields) : keptAnswers;

/** The purchase before it is decided which connection charges it. */
type Order = Omit<
  Prepared,
  'checkoutUrl' | 'attemptId' | 'customFields' | 'decision' | 'terms' | 'affiliate' | 'openCode'
>;

export const toRated = (
  { input, remembered }: Pick<PurchaseCall, 'input' | 'remembered'>,
  { offer, installments }: Pick<Order, 'offer' | 'installments'>,
  connection: Pick<Connection, 'id'>,
) => ({
  offer,
  method: input.paymentMethod,
  installments,
  affiliateId: input.affiliateId ?? null,
  remembered,
  connectionId: connection.id,
});

export const toRouteRequest = (
  { platform, input }: Pick<PurchaseCall, 'platform' | 'input'>,
  {
    offer,
    amount,
    installments,
    card,
    holds = null,
    terms,
  }: Pick<Order, 'offer' | 'amount' | 'installments' | 'card'> &
    Partial<Pick<Order, 'holds'>> & { terms?: { risk?: Pick<RiskNote, 'action'> | undefined } },
  attemptId: string,
  tried: string[] = [],
): RouteRequest => ({
  method: input.paymentMethod,
  amount,
  installments,
  offer,
  card: card?.binding ?? null,
  holds: holds?.map((hold) => ({ amount: hold.amount, card: hold.card.binding })) ?? null,
  authenticates: isAuthenticated(terms),
  buyerFields: platform.settings.fillMissingIdentity ? null : listGivenFields(input),
  tried,
  seed: attemptId,
});

/** Returns the error that tells the buyer what to do where no connection serves the purchase. */
function toRefusal(
  { input }: PurchaseCall,
  { offer, amount }: Order,
  { verdicts, openUntil }: Extract<RoutingResult, { connection: null }>,
  now: Date,
): AppError {
  const lacking = verdicts.find(({ reason }) => reason === 'BUYER_FIELDS')?.candidate.capability?.requiredBuyerFields;
  if (lacking) return catchError(() => checkBuyer(offer, input, false, lacking));
  if (openUntil) {
    const retryAfterSeconds = Math.max(1, Math.ceil((openUntil.getTime() - now.getTime()) / 1000));
    return new AppError('METHOD_PAUSED', { fields: ['paymentMethod'], retryAfterSeconds });
  }
  if (verdicts.some(({ reason }) => reason === 'BUSY')) return methodBusy();
  const has = (skip: (typeof verdicts)[number]['reason']) => verdicts.some(({ reason }) => reason === skip);
  if (has('NO_HOLDS')) return new AppError('TWO_CARDS_NOT_OFFERED', { fields: ['secondCard'] });
  if (has('INSTALLMENTS')) return new AppError('INSTALLMENTS_NOT_OFFERED', { fields: ['creditCard.installments'] });
  // Others would serve a card that is typed again.
  if (has('CARD_FOREIGN')) {
    const field = offer.type === 'SUBSCRIPTION' ? 'creditCard.creditCardId' : 'creditCard.token';
    return new AppError('CARD_TOKEN_INVALID', { fields: [field] });
  }
  return refuseUnserved(verdicts, 'paymentMethod', { amount, currency: offer.coin });
}

function catchError(check: () => unknown): AppError {
  try {
    check();
  } catch (error) {
    return error as AppError;
  }
  return new AppError('METHOD_NOT_ENABLED', { fields: ['paymentMethod'] });
}
