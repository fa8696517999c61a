/** Makes the facts of an event from its sale or cart. */
import { sampleFacts } from '@feira/plugin-kit/integration';
import type { IntegrationFacts } from '@feira/schemas/integration';
import type { FastifyInstance } from 'fastify';
import { isErasedEmail } from '../../shared/erased.ts';
import { resumeUrlOf } from '../../shared/resume-url.ts';
import { toUtm } from '../../shared/utm.ts';
import type { Sendable } from './delivery-model.ts';
import { type CartRow, type SaleRow, selectCart, selectSale } from './facts-model.ts';

type App = Pick<FastifyInstance, 'database' | 'findPlatform' | 'findPlatformUrl' | 'clock'>;
type Told = Pick<Sendable, 'id' | 'event' | 'kind' | 'sourceId' | 'happenedAt' | 'sellerId'>;

const commonOf = ({ id, event, happenedAt }: Told, name: string) => ({
  platform: { name },
  event,
  eventId: id,
  happenedAt: happenedAt.toISOString(),
  isTest: false,
});

const NO_ADDRESS = {
  street: null,
  number: null,
  complement: null,
  district: null,
  city: null,
  state: null,
  zipCode: null,
};

/** The platform as buyers know it. */
interface Site {
  url: string;
  name: string;
}

function ofSale(told: Told, row: SaleRow, { url: platformUrl, name }: Site): IntegrationFacts | null {
  const [first] = row.items;
  if (!first) return null;
  const { event, happenedAt, sellerId } = told;
  // A connection of the platform tells of the platform's own earnings.
  const role = sellerId === null ? 'PLATFORM' : 'seller';
  const share = row.shares.filter((one) => one.role === role).reduce((sum, { amount }) => sum + amount, 0);
  const isBack = event === 'sale.refunded' || event === 'sale.charged_back';
  const isPaid = isBack || event === 'sale.approved';
  return {
    ...commonOf(told, name),
    sale: {
      id: row.id,
      amount: row.amount,
      total: row.total,
      freight: row.freight,
      discount: row.discount,
      fee: row.amount - share,
      share,
      coupon: row.coupon,
      currency: row.currency,
      method: row.method,
      installments: row.installments,
      createdAt: row.createdAt.toISOString(),
      approvedAt: isPaid ? (row.approvedAt?.toISOString() ?? null) : null,
      refundedAt: isBack ? happenedAt.toISOString() : null,
      pixCode: row.pixCode,
      expiresAt: row.expiresAt.toISOString(),
      pageUrl: `${platformUrl}/checkout/payment/${row.publicId}`,
    },
    customer: {
      name: row.name,
      email: row.email,
      phone: row.phone,
      document: row.document,
      address: row.address && { ...NO_ADDRESS, ...row.address },
    },
    utm: toUtm(row.utmQuery),
    subscription: row.subscription,
    cart: null,
    product: { id: first.productId, offerId: first.offerId, name: first.name, title: first.title },
    items: row.items,
    seller: { name: row.sellerName },
  };
}

function ofCart(told: Told, row: CartRow, { url: platformUrl, name }: Site): IntegrationFacts {
  const product = { id: row.productId, offerId: row.offerId, name: row.productName, title: row.title };
  const { id: productId, ...thing } = product;
  return {
    ...commonOf(told, name),
    sale: null,
    customer: { name: row.name, email: row.email, phone: row.phone, document: null },
    utm: toUtm(row.utmQuery),
    subscription: null,
    cart: {
      id: row.id,
      amount: row.amount,
      currency: row.currency,
      resumeUrl: row.resumeToken && resumeUrlOf(platformUrl, row.resumeToken),
    },
    product,
    items: [{ productId, ...thing, unitPrice: row.amount ?? 0, quantity: 1, isPhysical: false }],
    seller: { name: row.sellerName },
  };
}

/** Returns null where the buyer's data is not there any more. */
export async function readFacts(app: App, platformId: string, told: Told): Promise<IntegrationFacts | null> {
  if (told.kind === 'TEST') return sampleFacts(told.event, { eventId: told.id, now: app.clock.now() });
  const platform = await app.findPlatform(platformId);
  const site = { url: await app.findPlatformUrl(platformId), name: platform?.name ?? '' };
  if (told.kind === 'PAYMENT') {
    const row = await app.database.find(platformId, selectSale(platformId, told.sourceId), true);
    return row && !isErasedEmail(row.email) ? ofSale(told, row, site) : null;
  }
  const row = await app.database.find(platformId, selectCart(platformId, told.sourceId), true);
  return row ? ofCart(told, row, site) : null;
}
