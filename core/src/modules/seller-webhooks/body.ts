/** Writes the body of a delivery from the facts of its sale or cart. Nothing but this file decides what leaves about a buyer. */
import type { PaymentStatus } from '@feira/schemas/common';
import { SELLER_EVENT_TYPES, type SellerEvent, type SellerWebhookBody } from '@feira/schemas/seller-webhook';
import type { FastifyInstance } from 'fastify';
import { resumeUrlOf } from '../../shared/resume-url.ts';
import { type CartFacts, type SaleFacts, type Sendable, selectCartFacts, selectSaleFacts } from './delivery-model.ts';

type App = Pick<FastifyInstance, 'database' | 'findPlatformUrl'>;
type Written = Pick<Sendable, 'id' | 'event' | 'kind' | 'sourceId' | 'happenedAt'>;
type Data = SellerWebhookBody['data'];

/** The status that an event stands for, whatever has happened since. */
const STATUSES: Record<SellerEvent, PaymentStatus> = {
  onBuyApproved: 'APPROVED',
  onPixCreated: 'PENDING',
  onAbandonedCart: 'PENDING',
  onRefound: 'REFUNDED',
  onChargeback: 'CHARGEBACK',
  onProductShipping: 'APPROVED',
  onProductDigital: 'APPROVED',
};

const MARKETING = /^(utm_[a-z_]{1,30}|src|sck)$/;

/** The address with which a buyer came may hold anything, so only known parameters of it are told. */
const toUtm = (query: Record<string, unknown>): Data['utm'] =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      MARKETING.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );

function ofSale(event: SellerEvent, facts: SaleFacts): Data {
  const { name, email, phone, utmQuery, subscription, createdAt, ...sale } = facts;
  return {
    sale: { ...sale, status: STATUSES[event], createdAt: createdAt.toISOString() },
    customer: { name, email, phone },
    utm: toUtm(utmQuery),
    subscription,
    cart: null,
  };
}

function ofCart({ resumeToken, name, email, phone, utmQuery, ...cart }: CartFacts, platformUrl: string): Data {
  return {
    sale: null,
    customer: { name: name ?? '', email, phone },
    utm: toUtm(utmQuery),
    subscription: null,
    cart: { ...cart, resumeUrl: resumeToken && resumeUrlOf(platformUrl, resumeToken) },
  };
}

/** The ids of made-up data, which belong to nothing. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

function ofTest({ event, happenedAt }: Written, platformUrl: string): Data {
  const buyer = { name: 'Maria de Teste', email: 'teste@example.com', phone: '11987654321' };
  const utmQuery = { utm_source: 'teste' };
  const thing = { productId: NOBODY, offerId: NOBODY, title: 'Produto de teste' };
  if (event === 'onAbandonedCart')
    return ofCart(
      { id: NOBODY, ...thing, amount: 9_990, currency: 'BRL', resumeToken: 'teste', ...buyer, utmQuery },
      platformUrl,
    );
  return ofSale(event, {
    id: NOBODY,
    amount: 9_990,
    currency: 'BRL',
    method: 'PIX',
    installments: 1,
    freight: 0,
    discount: 0,
    coupon: null,
    createdAt: happenedAt,
    ...buyer,
    utmQuery,
    subscription: null,
    items: [{ ...thing, unitPrice: 9_990, quantity: 1, isPhysical: event === 'onProductShipping' }],
  });
}

async function readData(app: App, platformId: string, written: Written): Promise<Data | null> {
  const { event, kind, sourceId } = written;
  if (kind === 'PAYMENT') {
    const facts = await app.database.find(platformId, selectSaleFacts(platformId, sourceId), true);
    return facts ? ofSale(event, facts) : null;
  }
  const url = await app.findPlatformUrl(platformId);
  if (kind === 'TEST') return ofTest(written, url);
  const facts = await app.database.find(platformId, selectCartFacts(platformId, sourceId), true);
  return facts ? ofCart(facts, url) : null;
}

/** Returns the JSON of a delivery; null where the buyer's data is not there any more. */
export async function writeBody(app: App, platformId: string, written: Written): Promise<string | null> {
  const data = await readData(app, platformId, written);
  if (!data) return null;
  const { id, event, kind, happenedAt } = written;
  const body: SellerWebhookBody = {
    id,
    event,
    type: SELLER_EVENT_TYPES[event],
    isTest: kind === 'TEST',
    createdAt: happenedAt.toISOString(),
    data,
  };
  return JSON.stringify(body);
}
