/**
 * Leads the buyer of a purchase through its funnel: shows one step after the other, orders those that the buyer accepts, and passes by those
 * that are declined or cannot be sold. A cookie of the purchase's browser opens the visit, for an hour.
 */
import type { UpsellMethod, UpsellStepView, VisitOrder } from '@feira/schemas/documents';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { describeCookie } from '../../plugins/sessions.ts';
import { readToken } from '../../shared/signed-token.ts';
import { findConnection } from '../connections/service.ts';
import { findAccessUrl } from '../deliverables/service.ts';
import type { FunnelStep } from '../funnels/model.ts';
import { findFunnel } from '../funnels/service.ts';
import {
  acceptStep,
  advanceVisit,
  declineStep,
  insertShown,
  openVisit,
  reopenStep,
  selectAnswer,
  selectBoughtAlready,
  selectOrigin,
  selectVisit,
  selectVisitPayments,
  type Visit,
} from '../funnels/visit-model.ts';
import { findOffer, type Offer } from '../offers/model.ts';
import type { Payment } from '../payments/model.ts';
import { findPaymentByPublicId, isConfirming, mayBeCharged } from '../payments/service.ts';
import { createPageView } from '../velocity/service.ts';
import { type Bought, selectBought } from './model.ts';
import { toBuyerInput } from './order-charging.ts';
import { priceUpsell, quote } from './pricing.ts';
import { purchaseOffer } from './purchase.ts';
import type { PurchaseCall, PurchaseInput, PurchaseOutput } from './stages.ts';
import { selectStoredCard } from './stored-card-model.ts';
import { presentKeptCard } from './stored-cards.ts';
import { type CheckoutPage, findCardConnection, listOfferedInstallments, toCheckout, toOrderSummary } from './view.ts';

const COOKIE = 'upsellToken';
/** A PIX may be paid the day after, and its buyer comes back to its page. */
const COOKIE_SECONDS = 86_400;
/** The time for which a funnel is open after the purchase was paid, or its boleto made. */
const VISIT_MS = 3_600_000;

/** Tells this browser's next pages which purchase it made. Scripts of the page cannot read it. */
export function setUpsellCookie(request: FastifyRequest, reply: FastifyReply, { upsellToken }: PurchaseOutput): void {
  const { secure } = describeCookie(request.server.config.publicUrl);
  const attributes = { path: '/checkout', httpOnly: true, secure, sameSite: 'lax' } as const;
  reply.setCookie(COOKIE, upsellToken, { ...attributes, maxAge: COOKIE_SECONDS });
}

/** Returns the public id of the payment that this browser made last. */
export function readPurchase({ cookies, server: { config } }: FastifyRequest): string | null {
  return readToken([config.encryptionKey, ...config.previousEncryptionKeys], 'upsell', cookies[COOKIE] ?? '');
}

/** A boleto is paid days later, so that its funnel opens as soon as it is there to be paid. */
function isFunnelOpen(app: FastifyInstance, payment: Payment): boolean {
  const { status, isProvisional, method, approvedAt, createdAt, refundedAmount, billetCode, billetUrl } = payment;
  const isPaid = status === 'APPROVED' && !isProvisional && refundedAmount === 0;
  const isBillet = method === 'BILLET' && status === 'PENDING' && !isConfirming(payment) && !!(billetCode || billetUrl);
  const since = isPaid ? approvedAt : isBillet ? createdAt : null;
  return since !== null && app.clock.now().getTime() < since.getTime() + VISIT_MS;
}

const pageOf = (publicId: string): string => `/checkout/payment/${publicId}`;

/** The next page for the buyer of a payment. */
interface Lead {
  /** The funnel's page, where the buyer is led to at once. */
  url?: string;
  /** The page leads on by itself when the payment is approved. */
  isAwaited?: boolean;
  /** The address where the buyer may go on without waiting for the payment. */
  onwardsUrl?: string;
}

export async function findLead(app: FastifyInstance, request: FastifyRequest, payment: Payment): Promise<Lead> {
  const origin = readPurchase(request);
  if (!origin) return {};
  const { platformId, id, publicId, saleId, offerId } = payment;
  const isEnded = payment.status !== 'PENDING' && payment.status !== 'APPROVED';
  if (isEnded) return {};
  const url = `${pageOf(origin)}/upsell`;
  if (origin === publicId) {
    if (!(await findFunnel(app, platformId, offerId))) return {};
    const visit = await app.database.find(platformId, selectVisit(platformId, id), true);
    if (visit?.isOpened) return {};
    return isFunnelOpen(app, payment) ? { url } : { isAwaited: payment.status === 'PENDING' };
  }
  const made = await app.database.find(platformId, selectOrigin(platformId, saleId), true);
  if (made?.publicId !== origin) return {};
  if (made.stepId === null) return { onwardsUrl: pageOf(origin) };
  const isUnshown = !(await app.database.find(platformId, selectAnswer(platformId, made.paymentId, made.stepId), true));
  if (payment.status === 'APPROVED' && !payment.isProvisional && isUnshown) return { url };
  return { onwardsUrl: url, isAwaited: isUnshown };
}

/** Lists the orders of this browser's visit, where the payment is one of them. Charges that were refused for certain are left out. */
export async function listVisitOrders(
  app: FastifyInstance,
  request: FastifyRequest,
  { platformId, publicId }: Payment,
): Promise<VisitOrder[]> {
  const origin = readPurchase(request);
  if (!origin) return [];
  const made = await app.database.list(platformId, selectVisitPayments(platformId, origin), true);
  if (!made.some((one) => one.publicId === publicId)) return [];
  const payments = await Promise.all(made.map((one) => findPaymentByPublicId(app, platformId, one.publicId)));
  const isOrder = (payment: Payment | null): payment is Payment =>
    payment !== null && (payment.status !== 'REJECTED' || payment.isProvisional || mayBeCharged(payment));
  return Promise.all(payments.filter(isOrder).map((payment) => toVisitOrder(app, payment)));
}

async function toVisitOrder(app: FastifyInstance, payment: Payment): Promise<VisitOrder> {
  const summary = toOrderSummary(payment);
  const accessUrl = summary.status === 'APPROVED' ? await findAccessUrl(app, payment.platformId, payment.saleId) : null;
  return { ...summary, accessUrl };
}

/** Tells whether this browser made the purchase, and its funnel is open. */
export const mayEnter = (app: FastifyInstance, request: FastifyRequest, payment: Payment): boolean =>
  readPurchase(request) === payment.publicId && isFunnelOpen(app, payment);

/** Returns the step that the buyer is at, which counts as shown from now on; null at the end. */
export async function showStep(
  app: FastifyInstance,
  page: CheckoutPage,
  payment: Payment,
): Promise<UpsellStepView | null> {
  const { platformId, id: paymentId, offerId } = payment;
  const funnel = await findFunnel(app, platformId, offerId);
  const [root] = funnel?.steps ?? [];
  if (!funnel || !root) return null;
  const opening = openVisit(platformId, { paymentId, funnelId: funnel.id, stepId: root.id });
  const [opened] = await app.database.write(platformId, [opening]);
  const visit = opened.rows[0];
  if (!visit || visit.funnelId !== funnel.id) return null;
  const bought = await getBought(app, payment);
  let { stepId } = visit;
  // A tree has an end, and each turn goes one step down.
  while (stepId !== null) {
    const step = funnel.steps.find(({ id }) => id === stepId);
    if (!step) return null;
    const answer = await app.database.find(platformId, selectAnswer(platformId, paymentId, stepId), true);
    const isAnswered = answer?.hasOrder || answer?.answer === 'DECLINED';
    const shown = isAnswered ? null : await toStepView(app, page, { payment, visit, step, bought });
    if (shown) {
      await app.database.run(platformId, insertShown(platformId, paymentId, funnel.id, stepId));
      return { ...shown, attempt: answer?.attempt ?? 0 };
    }
    const next: string | null = answer?.hasOrder ? step.onAccept : step.onDecline;
    await app.database.run(platformId, advanceVisit(platformId, paymentId, stepId, next));
    stepId = next;
  }
  return null;
}

async function getBought(app: FastifyInstance, { platformId, saleId }: Payment): Promise<Bought> {
  const bought = await app.database.find(platformId, selectBought(platformId, saleId), true);
  if (!bought) throw new Error('A payment has no sale.');
  return bought;
}

interface AtStep {
  payment: Payment;
  visit: Visit;
  step: FunnelStep;
  bought: Bought;
}

/** Tells whether the buyer has what the step sells already. */
async function hasBought(app: FastifyInstance, { payment, step, bought }: AtStep, offer: Offer): Promise<boolean> {
  const { platformId, id: paymentId, saleId } = payment;
  const offered = {
    stepId: step.id,
    offerId: offer.id,
    productId: offer.productId,
    isDigital: offer.product.typeProduct === 'DIGITAL',
  };
  const buyer = { ...bought, paymentId, saleId };
  const statement = selectBoughtAlready(platformId, app.clock.now(), buyer, offered);
  // The purchase may be seconds old, which a replica does not know.
  return (await app.database.find(platformId, statement, true)) !== undefined;
}

/** Returns null where the step cannot be sold to this buyer now. */
async function toStepView(
  app: FastifyInstance,
  page: CheckoutPage,
  at: AtStep,
): Promise<Omit<UpsellStepView, 'attempt'> | null> {
  const { payment, visit, step, bought } = at;
  const found = await findOffer(app, page.platform, step.offerId);
  if (!found || found.unavailable || found.type !== 'ONE_TIME' || found.coin !== payment.currency) return null;
  const offer = priceUpsell(found, step.price);
  const priced = quote(offer, {});
  if (priced.isShipped && !bought.address) return null;
  if (await hasBought(app, at, offer)) return null;
  const checkout = await toCheckout(app, page, offer);
  const given = { document: bought.document, phone: bought.phone, address: bought.address };
  const isServed = (method: Payment['method']) =>
    (checkout.requiredBuyerFields[method] ?? []).every((field) => given[field]) &&
    (!offer.requiredDocumentAndPhone || !!(given.document && given.phone));
  const kept = visit.storedCardId
    ? await app.database.find(page.platform.id, selectStoredCard(page.platform.id, visit.storedCardId), true)
    : undefined;
  const takesCards = checkout.creditCardEnabled && checkout.card !== null && isServed('CREDIT_CARD');
  const methods: UpsellMethod[] = [];
  if (takesCards && kept) methods.push('STORED_CARD');
  if (takesCards) methods.push('CREDIT_CARD');
  if (checkout.pixEnabled && isServed('PIX')) methods.push('PIX');
  if (checkout.billetEnabled && isServed('BILLET')) methods.push('BILLET');
  const [first] = methods;
  if (!first) return null;
  const ofOrigin: UpsellMethod =
    payment.method === 'CREDIT_CARD' && methods.includes('STORED_CARD') ? 'STORED_CARD' : payment.method;
  const connection = takesCards
    ? kept
      ? await findConnection(app, page.platform.id, kept.connectionId)
      : await findCardConnection(app, page, offer)
    : null;
  return {
    id: step.id,
    title: step.title || offer.title,
    text: step.text || offer.product.description,
    picture: step.picture ?? offer.product.image,
    acceptText: step.acceptText,
    declineText: step.declineText,
    productName: offer.title,
    sellerName: offer.sellerName,
    coin: offer.coin,
    price: offer.price,
    fakePrice: found.price > offer.price ? found.price : (found.fakePrice ?? null),
    freight: priced.freight,
    total: priced.total,
    methods,
    method: methods.includes(ofOrigin) ? ofOrigin : first,
    cardLastDigits: payment.cardLastDigits,
    frameUrl: checkout.card?.frameUrl ?? null,
    installments: connection ? await listOfferedInstallments(app, page, offer, connection, priced.total) : [],
    pageView: createPageView(app, { platformId: page.platform.id, offerId: step.offerId }),
  };
}

/** Holds the answers of the form of a step. */
export interface StepForm {
  stepId: string;
  attempt: number;
  method: UpsellMethod;
  installments: number;
  /** Cents that the page showed. */
  total: number;
  cardToken?: string;
  pageView?: string;
}

type Call = Omit<PurchaseCall, 'input' | 'idempotencyKey' | 'adConsent' | 'upsell'>;

/**
 * Orders the step by one purchase, however often the form is sent, and returns the address that the buyer goes on to. Throws the errors of
 * a purchase: PAYMENT_REFUSED and most others leave the step open to be answered once more.
 */
export async function acceptUpsell(
  app: FastifyInstance,
  call: Call,
  payment: Payment,
  form: StepForm,
): Promise<string> {
  const { platformId, id: paymentId, publicId, saleId } = payment;
  const { stepId, attempt } = form;
  const onwards = `${pageOf(publicId)}/upsell`;
  const funnel = await findFunnel(app, platformId, payment.offerId);
  const step = funnel?.steps.find(({ id }) => id === stepId);
  const visit = await app.database.find(platformId, selectVisit(platformId, paymentId), true);
  if (!funnel || !step || visit?.funnelId !== funnel.id) return onwards;
  const bought = await getBought(app, payment);
  const offer = await findOffer(app, call.platform, step.offerId);
  // Another tab may have bought it since the step was shown.
  if (offer && (await hasBought(app, { payment, visit, step, bought }, offer))) return onwards;
  // Only a step that was shown has a row, and only the charge that the page was about is made.
  const taken = await app.database.run(platformId, acceptStep(platformId, paymentId, stepId, attempt));
  if (taken === 0) return onwards;
  const reopen = (isRefused: boolean) =>
    app.database.run(platformId, reopenStep(platformId, paymentId, stepId, attempt, isRefused));
  let made: PurchaseOutput;
  try {
    const input = await toInput(app, { payment, visit, step, bought }, form);
    const upsell = { paymentId, originSaleId: saleId, funnelId: funnel.id, stepId, attempt, price: step.price };
    const idempotencyKey = `upsell:${paymentId}:${stepId}:${attempt}`;
    const locale = bought.locale ?? call.locale;
    made = await purchaseOffer(app, { ...call, locale, input, idempotencyKey, adConsent: bought.adConsent, upsell });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'IDEMPOTENCY_KEY_IN_USE') throw error;
    // Another tab has accepted the step with another way to pay.
    if (error.code === 'IDEMPOTENCY_KEY_REUSED') return onwards;
    await reopen(error.code === 'PAYMENT_REFUSED');
    throw error;
  }
  if (made.status === 'REJECTED' && !made.payment.mayBeCharged) {
    await reopen(true);
    throw new AppError('PAYMENT_REFUSED');
  }
  await app.database.run(platformId, advanceVisit(platformId, paymentId, stepId, step.onAccept));
  const isToBePaid = made.method === 'PIX' || made.payment.nextStep !== null;
  return isToBePaid && made.status === 'PENDING' ? pageOf(made.paymentId) : onwards;
}

async function toInput(
  app: FastifyInstance,
  { payment, visit, step, bought }: AtStep,
  { method, installments, total, cardToken, pageView }: StepForm,
): Promise<PurchaseInput> {
  const buyer = toBuyerInput(bought);
  const { utmQuery } = bought;
  const ordered = { ...buyer, offerId: step.offerId, expectedTotal: total, utmQuery, ...(pageView && { pageView }) };
  if (method === 'PIX' || method === 'BILLET') return { ...ordered, paymentMethod: method };
  if (method === 'CREDIT_CARD')
    return {
      ...ordered,
      paymentMethod: 'CREDIT_CARD',
      creditCard: { installments, ...(cardToken && { token: cardToken }) },
    };
  const creditCardId = visit.storedCardId
    ? await presentKeptCard(app, payment.platformId, visit.storedCardId, { id: step.offerId }, buyer)
    : null;
  if (!creditCardId) throw new AppError('CARD_TOKEN_INVALID', { fields: ['creditCard.creditCardId'] });
  return { ...ordered, paymentMethod: 'CREDIT_CARD', creditCard: { creditCardId, installments } };
}

/** Passes a step by, unless it was accepted. */
export async function declineUpsell(app: FastifyInstance, payment: Payment, stepId: string): Promise<void> {
  const { platformId, id: paymentId, offerId } = payment;
  const funnel = await findFunnel(app, platformId, offerId);
  const step = funnel?.steps.find(({ id }) => id === stepId);
  if (!step) return;
  const declined = await app.database.run(platformId, declineStep(platformId, paymentId, stepId));
  if (declined > 0) await app.database.run(platformId, advanceVisit(platformId, paymentId, stepId, step.onDecline));
}
