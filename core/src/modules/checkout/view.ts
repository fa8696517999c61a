/** Turns rows into the data of the public pages. */
import type { Checkout, PaymentView } from '@feira/schemas/checkout';
import type { Locale, PaymentMethod } from '@feira/schemas/common';
import { deliveryOption } from '@feira/schemas/entities/delivery-option';
import { pickFields } from '@feira/schemas/entities/entity';
import { findLeastAmounts } from '@feira/schemas/rules/charge-limits';
import { adviceOf } from '@feira/schemas/rules/declines';
import { documentType } from '@feira/schemas/rules/document';
import type { InstallmentOption } from '@feira/schemas/rules/installments';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { drawQr } from '../../shared/draw-qr.ts';
import { type Connection, type ConnectionsApp, findConnection } from '../connections/service.ts';
import { findAccessUrl } from '../deliverables/service.ts';
import { listInvoiceFiles } from '../fiscal-invoices/service.ts';
import { hasFreightQuotes } from '../freight/service.ts';
import { planMandate } from '../mandates/service.ts';
import { findOffer, type Offer } from '../offers/model.ts';
import type { Attempt, Payment } from '../payments/model.ts';
import {
  isConfirming,
  lacksCode,
  mayBeCharged,
  missingOf,
  renewalRefusalOf,
  restRefusalOf,
  reviewOf,
  standingAttemptOf,
  toldDeclineOf,
  viewHeldCards,
} from '../payments/service.ts';
import { formatAddress, hasReceipt } from '../receipts/order-model.ts';
import { toPlan } from '../receipts/plan-model.ts';
import type { BuyerField, CardBinding } from '../routing/service.ts';
import { canServe, findRoutingTable, listServing, listVerdicts, type RouteRequest } from '../routing/service.ts';
import { selectTracking } from '../shipping/model.ts';
import { hasBilletFile } from './billet-files.ts';
import { readMandateView } from './mandate-view.ts';
import { cardFrameUrl, selectBought } from './model.ts';
import { type OrderPage, readOrderPage } from './order-page.ts';
import { installmentOptions, isOpenAmount, totalByPix } from './pricing.ts';
import { refuseUnserved } from './refusals.ts';

/** Codes that come later come within seconds. A buyer who waits longer than this is offered another way to pay. */
const LATE_CODE_MS = 60_000;

const METHOD_FLAGS = { PIX: 'pixEnabled', CREDIT_CARD: 'creditCardEnabled', BILLET: 'billetEnabled' } as const;

/** By the offer, its seller and the platform; whether a connection serves it is another question. */
export const isMethodSold = (platform: PlatformContext, offer: Offer, method: PaymentMethod): boolean =>
  offer[METHOD_FLAGS[method]] &&
  platform.settings.methods.includes(method) &&
  // PIX and boletos are in reais by law.
  (method === 'CREDIT_CARD' || offer.coin === 'BRL');

interface Visit {
  platform: PlatformContext;
  /** Pages, card form and installments of one buyer draw the same connection among equals. */
  ip: string;
}

/** Asked before anything is chosen: for the price alone, paid at once, by a buyer who can still give what is needed. */
const toRouteRequest = (offer: Offer, method: PaymentMethod, ip: string): RouteRequest => ({
  method,
  amount: offer.price,
  installments: 1,
  offer,
  card: method === 'CREDIT_CARD' ? { kind: 'unknown', form: 'none' } : null,
  buyerFields: null,
  tried: [],
  seed: `${offer.id}|${ip}`,
});

/** The connections that a purchase now would draw from, the one drawn for this buyer first; none where the method is not offered. */
async function listMethodConnections(
  app: ConnectionsApp,
  { platform, ip }: Visit,
  offer: Offer,
  method: PaymentMethod,
): Promise<Connection[]> {
  if (!isMethodSold(platform, offer, method)) return [];
  return listServing(app, platform.id, toRouteRequest(offer, method, ip));
}

/** The one whose card form is shown to this buyer. */
export const findCardConnection = async (app: ConnectionsApp, visit: Visit, offer: Offer): Promise<Connection | null> =>
  (await listMethodConnections(app, visit, offer, 'CREDIT_CARD'))[0] ?? null;

/** Tells whether the offer is sold by card although the platform has no connection that takes cards. */
const lacksGateway = async (app: ConnectionsApp, { platform, ip }: Visit, offer: Offer): Promise<boolean> =>
  isMethodSold(platform, offer, 'CREDIT_CARD') &&
  (await listVerdicts(app, platform.id, toRouteRequest(offer, 'CREDIT_CARD', ip))).length === 0;

/** Throws the error of `field` where no card form can be shown. */
export async function getCardConnection(
  app: ConnectionsApp,
  visit: Visit,
  offer: Offer,
  field: string,
): Promise<Connection> {
  const shown = await findCardConnection(app, visit, offer);
  if (shown) return shown;
  const { platform, ip } = visit;
  if (await lacksGateway(app, visit, offer)) throw new AppError('GATEWAY_NOT_CONFIGURED', { fields: [field] });
  const isSold = isMethodSold(platform, offer, 'CREDIT_CARD');
  const request = toRouteRequest(offer, 'CREDIT_CARD', ip);
  throw refuseUnserved(isSold ? await listVerdicts(app, platform.id, request) : [], field);
}

/** The connection that a card may be given to now, for `amount` paid at once. */
export async function findConnectionOfCard(
  app: ConnectionsApp,
  { platform, ip }: Visit,
  offer: Offer,
  card: CardBinding,
): Promise<Connection | null> {
  const request = { ...toRouteRequest(offer, 'CREDIT_CARD', ip), card };
  return (await listServing(app, platform.id, request))[0] ?? null;
}

/** Returns the installments that the card form of `shown` can pay with. `total`: cents without the interest. */
export async function listOfferedInstallments(
  app: ConnectionsApp,
  { platform, ip }: Visit,
  offer: Offer,
  shown: Connection,
  total: number,
): Promise<InstallmentOption[]> {
  const card: CardBinding =
    tokenizationOf(shown) === 'browser'
      ? { kind: 'token', connectionId: shown.id }
      : { kind: 'unknown', form: 'sealed' };
  const table = await findRoutingTable(app, platform.id);
  const request = { ...toRouteRequest(offer, 'CREDIT_CARD', ip), card };
  const now = app.clock.now();
  return installmentOptions(offer, platform.settings, total).filter((option) =>
    canServe(table, { ...request, amount: option.total, installments: option.installmentNumber }, now),
  );
}

export const tokenizationOf = (connection: Connection): 'browser' | 'server' =>
  connection.manifest.capabilities.methods?.CREDIT_CARD?.tokenization === 'browser' ? 'browser' : 'server';

/** The address and the language in which a visitor looks at a checkout. */
export interface CheckoutPage extends Visit {
  hostname: string;
  locale: Locale;
}

const toShownProduct = ({ parcel: _, ...product }: Offer['product']) => product;

/** Returns the deliveries to choose from, without what only their seller knows. An option that is quoted is none before a zip code is known. */
export const listShownDeliveries = ({ deliveryOptions }: Pick<Offer, 'deliveryOptions'>) =>
  deliveryOptions
    .filter(({ quotedBy, quotedFrom }) => quotedBy === null || quotedFrom)
    .map((option) => ({ id: option.id, ...pickFields(deliveryOption, option) }));

export async function toCheckout(app: ConnectionsApp, page: CheckoutPage, offer: Offer): Promise<Checkout> {
  const { platform } = page;
  const methods = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;
  const serving = await Promise.all(methods.map((method) => listMethodConnections(app, page, offer, method)));
  const card = serving[1]?.[0];
  const installments = card ? await listOfferedInstallments(app, page, offer, card, offer.price) : [];
  const connections = serving.flat();
  // The page of an offer that only cards can pay says that no provider takes them.
  const isGatewayMissing = connections.length === 0 && (await lacksGateway(app, page, offer));
  const { account, redirection } = platform.settings.customization;
  const { facts } = await findRoutingTable(app, platform.id);
  const toCharging = ({ id, manifest }: Connection, method: PaymentMethod) => ({
    capability: manifest.capabilities.methods?.[method],
    limits: facts.get(id)?.limits,
  });
  const required = methods.flatMap((method, index) => {
    const connections = serving[index] as Connection[];
    if (connections.length === 0) return [];
    const needed = listRequiredFields(platform, connections, method);
    // An agreement names the buyer by their document.
    const isNamed = method === 'PIX' && !platform.settings.fillMissingIdentity && hasMandate(app, offer, connections);
    const fields = isNamed ? [...new Set([...needed, 'document' as const])] : needed;
    return [[method, fields] as const];
  });
  return {
    id: offer.id,
    title: offer.title,
    price: offer.isTrialFree ? 0 : offer.price,
    amountRange: isOpenAmount(offer) ? { least: offer.link.leastAmount, most: offer.link.mostAmount } : null,
    fakePrice: offer.isTrialFree ? null : offer.fakePrice,
    coin: offer.coin,
    type: offer.type,
    recurrencePrice: offer.recurrencePrice,
    frequencyInDays: offer.frequencyInDays,
    period: offer.period,
    trialDays: offer.trialDays,
    isTrialFree: offer.isTrialFree,
    hasMandate: hasMandate(app, offer, serving[0]),
    hasCoupons: offer.hasCoupons,
    fretePrice: offer.isTrialFree ? 0 : offer.fretePrice,
    sellerName: offer.sellerName,
    ...(offer.maxQuantity > 1 && { maxQuantity: offer.maxQuantity }),
    ...(offer.customFields.length > 0 && { customFields: offer.customFields }),
    pixDiscountBasisPoints: offer.pixDiscountBasisPoints,
    billetDiscountBasisPoints: offer.billetDiscountBasisPoints,
    requiredDocumentAndPhone: offer.requiredDocumentAndPhone,
    pixEnabled: serving[0]?.length !== 0,
    creditCardEnabled: serving[1]?.length !== 0 || isGatewayMissing,
    billetEnabled: serving[2]?.length !== 0,
    requiredBuyerFields: Object.fromEntries(required),
    leastAmounts: findLeastAmounts(
      methods.map((method, index) => [method, (serving[index] as Connection[]).map((one) => toCharging(one, method))]),
    ),
    product: toShownProduct(offer.product),
    orderBumps: (offer.isTrialFree ? [] : offer.orderBumps).map(({ offerId: _, parcel: _parcel, ...bump }) => bump),
    deliveryOptions: offer.isTrialFree ? [] : listShownDeliveries(offer),
    ...(hasFreightQuotes(offer) && { hasFreightQuotes: true }),
    checkoutBuilderConfig: { ...withColour(platform), ...offer.checkoutBuilderConfig },
    card: card
      ? {
          tokenization: tokenizationOf(card),
          connectionId: card.id,
          provider: card.providerId,
          gatewayPublicKey: gatewayPublicKey(card),
          frameUrl: cardFrameUrl(app.config.cardFrameOrigin, page, offer.id),
        }
      : null,
    takesTwoCards: takesTwoCards(offer, card),
    bestInstallment: installments.length > 1 ? (installments.at(-1) ?? null) : null,
    sellerDocument: toPublicDocument(offer.sellerDocument, offer.showsSellerDocument),
    sellerAddress: offer.sellerAddress,
    supportEmail: offer.supportEmail ?? (account?.supportEmail || null),
    guaranteeDays: offer.guaranteeDays,
    isDemonstration: connections.length > 0 && connections.every(({ environment }) => environment === 'simulator'),
    termsUrl: redirection?.termsUrl || null,
    privacyUrl: redirection?.privacyUrl || null,
  };
}

/** Returns the document that buyers may see: a company's, and a person's who agreed. */
const toPublicDocument = (document: string | null, isShown: boolean): string | null =>
  isShown || documentType(document ?? '') === 'CNPJ' ? document : null;

/** A subscription charges one card again and again. */
const takesTwoCards = (offer: Pick<Offer, 'type'>, card: Connection | undefined): boolean =>
  offer.type === 'ONE_TIME' && card?.manifest.capabilities.methods?.CREDIT_CARD?.authorizes === true;

/** Returns the colour of offers without one of their own. */
export const platformColour = ({ settings }: PlatformContext): string | null =>
  settings.customization.visuals?.colorPrimary ?? null;

function withColour(platform: PlatformContext): { colorPrimary?: string } {
  const colorPrimary = platformColour(platform);
  return colorPrimary === null ? {} : { colorPrimary };
}

/** By convention of the contract, a provider's browser key is its setting "publicKey". */
export const gatewayPublicKey = (connection: Connection): string => String(connection.settings.publicKey ?? '');

/**
 * Returns the fields that must be asked because a provider refuses the charge without them. A card that one connection alone
 * reads goes nowhere else; any other purchase is drawn anew and may reach each of them.
 */
function listRequiredFields(platform: PlatformContext, connections: readonly Connection[], method: PaymentMethod) {
  const [shown] = connections as [Connection];
  const isBound = method === 'CREDIT_CARD' && tokenizationOf(shown) === 'browser';
  const reached = isBound ? [shown] : connections;
  return [...new Set(reached.flatMap((connection) => requiredFields(platform, connection, method)))];
}

function requiredFields(platform: PlatformContext, connection: Connection, method: PaymentMethod): BuyerField[] {
  if (platform.settings.fillMissingIdentity) return [];
  return connection.manifest.capabilities.methods?.[method]?.requiredBuyerFields ?? [];
}

/** Names an order in a few words. Provisional answers are shown as still being confirmed, whatever the default status is. */
export const toOrderSummary = (payment: Payment) => ({
  id: payment.publicId,
  orderCode: orderCodeOf(payment.saleId),
  status: payment.isProvisional ? ('PENDING' as const) : payment.status,
  method: payment.method,
  amount: payment.amount,
  currency: payment.currency,
  title: payment.title,
  isConfirming: isConfirming(payment),
  cardBrand: payment.cardBrand,
  cardLastDigits: payment.cardLastDigits,
  cards: viewHeldCards(payment, payment.evidence),
});

/** The payment page's data. The QR picture is for pages only: to draw it costs more than the rest of a purchase together. */
export function toPaymentView(
  app: Pick<ConnectionsApp, 'simulators' | 'clock'>,
  payment: Payment,
  page: OrderPage,
  connection: Connection | null,
  { isPage = true } = {},
): PaymentView {
  const summary = toOrderSummary(payment);
  const { status, isConfirming: isWaiting } = summary;
  const isPayable = status === 'PENDING';
  const picture = isPage && isPayable ? payment.pixQrCode : null;
  const qr = isPage && isPayable && payment.pixCode && !picture ? drawQr(payment.pixCode) : null;
  const attempt = standingAttemptOf(payment);
  const reason = toldDeclineOf(payment);
  const canSimulate =
    connection?.environment === 'simulator' && attempt?.transactionId && app.simulators.has(connection.id);
  return {
    ...summary,
    installments: payment.installments,
    createdAt: payment.createdAt.toISOString(),
    productImage: page.productImage,
    sellerName: payment.sellerName,
    thankYouUrl: status === 'APPROVED' ? page.thankYouUrl : null,
    offerId: payment.offerId,
    logoUrl: page.logoUrl,
    colorPrimary: page.colorPrimary,
    review: reviewOf(payment),
    mayBeCharged: mayBeCharged(payment),
    decline: reason && adviceOf(reason),
    couponCode: page.couponCode,
    discount: page.discount,
    methodDiscount: page.methodDiscount,
    isMailed: payment.notificationMode === 'EMAIL',
    settlement: payment.settlement,
    paidAmount: payment.paidAmount,
    refundedAmount: payment.refundedAmount,
    expiresAt: payment.method === 'CREDIT_CARD' ? null : payment.expiresAt.toISOString(),
    approvedAt: payment.approvedAt?.toISOString() ?? null,
    codeAmount: attempt?.amount ?? payment.amount,
    restAmount: !isWaiting && restRefusalOf(payment, app.clock.now()) === null ? missingOf(payment) : null,
    pixCode: isPayable ? payment.pixCode : null,
    pixQrCode: picture,
    pixQrPath: qr?.path ?? null,
    pixQrSize: qr?.size ?? null,
    billetCode: isPayable ? payment.billetCode : null,
    billetBarcode: isPayable ? payment.billetBarcode : null,
    billetUrl: isPayable ? billetAddress(payment, connection) : null,
    lateCodeAt: isPayable && !isWaiting && attempt && lacksInstructions(payment) ? toLateCode(attempt) : null,
    nextStep: isPayable && !isWaiting ? payment.nextStep : null,
    simulatorUrl: canSimulate
      ? `/simulators/${connection.id}/charges/${encodeURIComponent(attempt.transactionId as string)}`
      : null,
  };
}

/** A document that the provider hands over is fetched at the click. */
const billetAddress = ({ method, publicId, billetUrl, attempts }: Payment, connection: Connection | null) =>
  method === 'BILLET' && attempts.at(-1)?.state === 'ANSWERED' && hasBilletFile(connection)
    ? `/checkout/payment/${publicId}/boleto.pdf`
    : billetUrl;

/** A boleto can be paid by its document alone. */
const lacksInstructions = (payment: Payment): boolean =>
  lacksCode(payment) && payment.billetUrl === null && payment.nextStep === null;

/** True where a purchase by PIX at one of these connections asks for an agreement to the charges that follow. */
const hasMandate = (
  app: Pick<ConnectionsApp, 'clock'>,
  offer: Offer,
  connections: readonly Connection[] = [],
): boolean =>
  // The agreement comes with the code of a first charge, which a free trial has none of.
  !offer.isTrialFree && connections.some(({ manifest }) => planMandate(manifest, offer, app.clock.now()) !== null);

const toLateCode = ({ createdAt }: Attempt): string => new Date(createdAt.getTime() + LATE_CODE_MS).toISOString();

export async function readPaymentView(
  app: ConnectionsApp & Pick<FastifyInstance, 'findPlatform' | 'findPlatformUrl'>,
  payment: Payment,
): Promise<PaymentView> {
  const { platformId, saleId, status } = payment;
  const connectionId = standingAttemptOf(payment)?.connectionId;
  const connection = connectionId ? await findConnection(app, platformId, connectionId) : null;
  const bought = await readOrderPage(app, payment);
  const { items, freight, interest, address, plan: planned, hasDigital } = bought;
  const platform = await app.findPlatform(platformId);
  const order = { items, freight, interest, address: address && formatAddress(address) };
  const plan = toPlan(planned, payment.approvedAt, app.clock.now());
  const accessUrl = status === 'APPROVED' ? await findAccessUrl(app, platformId, saleId) : null;
  const renewableUntil = await findRenewableUntil(app, payment);
  // Nothing is shipped before it is paid.
  const parcel = payment.approvedAt ? await app.database.find(platformId, selectTracking(platformId, saleId)) : null;
  return {
    ...toPaymentView(app, payment, bought, connection),
    order,
    isDeliveredBySeller: status === 'APPROVED' && hasDigital && accessUrl === null,
    sellerDocument: toPublicDocument(bought.sellerDocument, bought.showsSellerDocument),
    sellerAddress: bought.sellerAddress,
    supportEmail: bought.supportEmail || platform?.settings.customization.account?.supportEmail || null,
    plan: plan && { ...plan, nextChargeAt: plan.nextChargeAt?.toISOString() ?? null },
    tracking: parcel?.tracking ?? null,
    hasReceipt: hasReceipt(payment),
    invoiceFiles: payment.approvedAt ? await listInvoiceFiles(app, platformId, payment.id) : [],
    accessUrl,
    renewableUntil,
    pixAmount: await findPixAmount(app, payment),
    mandate: await readMandateView(app, payment),
  };
}

/** Returns the cents of a PIX that the buyer of a refused card gets for the same order; null where no PIX would be made of it. */
export async function findPixAmount(
  app: ConnectionsApp & Pick<FastifyInstance, 'findPlatform'>,
  payment: Payment,
): Promise<number | null> {
  const { platformId, saleId, offerId, method, status, isProvisional } = payment;
  if (method !== 'CREDIT_CARD' || status !== 'REJECTED' || isProvisional) return null;
  const platform = await app.findPlatform(platformId);
  const offer = platform && (await findOffer(app, platform, offerId));
  if (!offer || offer.unavailable !== null || offer.type !== 'ONE_TIME') return null;
  const serving = await listMethodConnections(app, { platform, ip: payment.id }, offer, 'PIX');
  if (serving.length === 0) return null;
  const bought = await app.database.find(platformId, selectBought(platformId, saleId));
  return bought ? totalByPix(offer, bought) : null;
}

/** Returns until when an order gets a new code at its price; null if it gets none, as when its offer is no longer sold. */
async function findRenewableUntil(
  app: ConnectionsApp & Pick<FastifyInstance, 'findPlatform'>,
  payment: Payment,
): Promise<string | null> {
  const { platformId, offerId, method, priceKeptUntil } = payment;
  if (!priceKeptUntil || renewalRefusalOf(payment, app.clock.now()) !== null) return null;
  const platform = await app.findPlatform(platformId);
  const offer = platform && (await findOffer(app, platform, offerId));
  const isSold = offer && offer.unavailable === null && isMethodSold(platform, offer, method);
  return isSold ? priceKeptUntil.toISOString() : null;
}
