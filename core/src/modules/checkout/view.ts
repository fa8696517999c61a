/** Rows as the public pages see them. */
import type { Checkout, PaymentView } from '@feira/schemas/checkout';
import type { Locale, PaymentMethod } from '@feira/schemas/common';
import { encode } from 'uqr';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { type Connection, type ConnectionsApp, findConnection, routeMethod } from '../connections/service.ts';
import type { Offer } from '../offers/model.ts';
import type { Payment } from '../payments/model.ts';
import { isConfirming } from '../payments/service.ts';

const METHOD_FLAGS = { PIX: 'pixEnabled', CREDIT_CARD: 'creditCardEnabled', BILLET: 'billetEnabled' } as const;

/** The connection that would serve a method of this offer now; null where the method is not offered. */
export async function findMethodConnection(
  app: ConnectionsApp,
  platform: PlatformContext,
  offer: Offer,
  method: PaymentMethod,
): Promise<Connection | null> {
  if (!offer[METHOD_FLAGS[method]] || !platform.settings.methods.includes(method)) return null;
  if (method === 'BILLET' && offer.type === 'SUBSCRIPTION') return null;
  const connection = await routeMethod(app, platform.id, method, offer.connectionId);
  if (method === 'CREDIT_CARD' && connection) {
    const { tokenization, storedCards } = connection.manifest.capabilities.methods?.CREDIT_CARD ?? {};
    if (!tokenization || tokenization === 'none' || (offer.type === 'SUBSCRIPTION' && !storedCards)) return null;
  }
  return connection;
}

/** Where a checkout is looked at. */
export interface CheckoutPage {
  platform: PlatformContext;
  hostname: string;
  locale: Locale;
}

export async function toCheckout(app: ConnectionsApp, page: CheckoutPage, offer: Offer): Promise<Checkout> {
  const { platform } = page;
  const methods = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;
  const connections = await Promise.all(methods.map((method) => findMethodConnection(app, platform, offer, method)));
  const [pix, card, billet] = connections;
  const required = methods.flatMap((method, index) => {
    const connection = connections[index];
    return connection ? [[method, requiredFields(platform, connection, method)] as const] : [];
  });
  return {
    id: offer.id,
    title: offer.title,
    price: offer.price,
    coin: offer.coin,
    type: offer.type,
    recurrencePrice: offer.recurrencePrice,
    frequencyInDays: offer.frequencyInDays,
    fretePrice: offer.fretePrice,
    sellerName: offer.sellerName,
    requiredDocumentAndPhone: offer.requiredDocumentAndPhone,
    pixEnabled: pix !== null,
    creditCardEnabled: card !== null,
    billetEnabled: billet !== null,
    requiredBuyerFields: Object.fromEntries(required),
    product: offer.product,
    orderBumps: offer.orderBumps.map(({ offerId: _, isTangible: __, ...bump }) => bump),
    deliveryOptions: offer.deliveryOptions,
    checkoutBuilderConfig: { ...withColour(platform), ...offer.checkoutBuilderConfig },
    card: card
      ? {
          tokenization:
            card.manifest.capabilities.methods?.CREDIT_CARD?.tokenization === 'browser' ? 'browser' : 'server',
          provider: card.providerId,
          gatewayPublicKey: gatewayPublicKey(card),
          frameUrl: cardFrameUrl(app.config.cardFrameOrigin, page, offer),
        }
      : null,
  };
}

/** What an offer without a colour of its own is drawn in. */
export const platformColour = ({ settings }: PlatformContext): string | null =>
  settings.customization.visuals?.colorPrimary ?? null;

function withColour(platform: PlatformContext): { colorPrimary?: string } {
  const colorPrimary = platformColour(platform);
  return colorPrimary === null ? {} : { colorPrimary };
}

/** On an origin of its own, the frame is told which host's page it is in: that host decides whose offer this is and who may frame it. */
function cardFrameUrl(frameOrigin: string, { hostname, locale }: CheckoutPage, offer: Offer): string {
  const query = new URLSearchParams({ lang: locale, ...(frameOrigin && { host: hostname }) });
  return `${frameOrigin}/card-frame/${offer.id}?${query}`;
}

/** By convention of the contract, a provider's browser key is its setting "publicKey". */
export const gatewayPublicKey = (connection: Connection): string => String(connection.settings.publicKey ?? '');

/** What must be asked because the provider refuses the charge without it. */
export function requiredFields(platform: PlatformContext, connection: Connection, method: PaymentMethod) {
  if (platform.settings.fillMissingIdentity) return [];
  return connection.manifest.capabilities.methods?.[method]?.requiredBuyerFields ?? [];
}

/**
 * The payment page's data. Provisional answers are shown as still being confirmed, whatever the default status is. The QR
 * picture is drawn for pages only: it costs more than the rest of a purchase together.
 */
export function toPaymentView(
  app: Pick<ConnectionsApp, 'simulators'>,
  payment: Payment,
  connection: Connection | null,
  { isPage = true } = {},
): PaymentView {
  const isWaiting = isConfirming(payment);
  const status = payment.isProvisional ? 'PENDING' : payment.status;
  const isPayable = status === 'PENDING';
  const qr = isPage && isPayable && payment.pixCode ? drawQr(payment.pixCode) : null;
  const attempt = payment.attempts.at(-1);
  const canSimulate =
    connection?.environment === 'simulator' && attempt?.transactionId && app.simulators.has(connection.id);
  return {
    id: payment.publicId,
    status,
    method: payment.method,
    amount: payment.amount,
    currency: payment.currency,
    installments: payment.installments,
    createdAt: payment.createdAt.toISOString(),
    title: payment.title,
    productImage: payment.productImage,
    sellerName: payment.sellerName,
    offerId: payment.offerId,
    colorPrimary: payment.colorPrimary,
    isConfirming: isWaiting,
    settlement: payment.settlement,
    paidAmount: payment.paidAmount,
    refundedAmount: payment.refundedAmount,
    expiresAt: payment.method === 'CREDIT_CARD' ? null : payment.expiresAt.toISOString(),
    approvedAt: payment.approvedAt?.toISOString() ?? null,
    pixCode: isPayable ? payment.pixCode : null,
    pixQrPath: qr?.path ?? null,
    pixQrSize: qr?.size ?? null,
    billetCode: isPayable ? payment.billetCode : null,
    billetBarcode: isPayable ? payment.billetBarcode : null,
    billetUrl: isPayable ? payment.billetUrl : null,
    cardBrand: payment.cardBrand,
    cardLastDigits: payment.cardLastDigits,
    simulatorUrl: canSimulate
      ? `/simulators/${connection.id}/charges/${encodeURIComponent(attempt.transactionId as string)}`
      : null,
  };
}

/** Dark modules as one SVG path of horizontal runs, with the four-module quiet zone the standard asks for. */
function drawQr(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const start = x;
      while (x < size && row[x]) x++;
      path += `M${start} ${y}h${x - start}v1H${start}z`;
    }
  });
  return { path, size };
}

export async function readPaymentView(app: ConnectionsApp, payment: Payment): Promise<PaymentView> {
  const connectionId = payment.attempts.at(-1)?.connectionId;
  return toPaymentView(app, payment, connectionId ? await findConnection(app, payment.platformId, connectionId) : null);
}
