/** Writes what an event tells. Nothing but this file decides what leaves about a buyer. */
import type { EventType } from '@feira/schemas/event-types';
import { type EventData, type PlatformEvent, statusOfEvent, statusOfSubscriptionEvent } from '@feira/schemas/events';
import type { FastifyInstance } from 'fastify';
import { isErasedEmail } from '../../shared/erased.ts';
import { resumeUrlOf } from '../../shared/resume-url.ts';
import { toUtm } from '../../shared/utm.ts';
import {
  type CartFacts,
  type SaleFacts,
  type SubscriptionFacts,
  selectCartFacts,
  selectSaleFacts,
  selectSubscriptionFacts,
} from './facts-model.ts';
import type { EventRow } from './model.ts';

export type EventApp = Pick<FastifyInstance, 'database' | 'findPlatformUrl'>;
/** The columns from which the data of an event follows. */
export type EventSource = Pick<EventRow, 'type' | 'subjectId' | 'paymentId' | 'data'>;

type SaleData = EventData<'sale.approved'>;

function ofSale(type: EventType, facts: SaleFacts): SaleData {
  const { name, email, phone, utmQuery, subscription, createdAt, ...sale } = facts;
  return {
    sale: { ...sale, status: statusOfEvent(type), createdAt: createdAt.toISOString() },
    customer: { name, email, phone },
    utm: toUtm(utmQuery),
    subscription,
  };
}

const toAccess = ({ id, items, subscription, name, email, phone }: SaleFacts): EventData<'access.granted'> => ({
  access: {
    saleId: id,
    subscriptionId: subscription?.id ?? null,
    items: items.flatMap(({ productId, offerId, title, isPhysical }) =>
      isPhysical ? [] : [{ productId, offerId, title }],
    ),
  },
  customer: { name, email, phone },
});

function ofCart(
  { resumeToken, name, email, phone, utmQuery, ...cart }: CartFacts,
  platformUrl: string,
): EventData<'cart.abandoned'> {
  return {
    cart: { ...cart, resumeUrl: resumeToken && resumeUrlOf(platformUrl, resumeToken) },
    customer: { name: name ?? '', email, phone },
    utm: toUtm(utmQuery),
  };
}

const toText = (at: Date | null) => at?.toISOString() ?? null;

function ofSubscription(type: EventType, facts: SubscriptionFacts) {
  const { firstSaleId, title, name, email, phone, periodEnd, nextChargeAt, accessEndsAt, ...subscription } = facts;
  const customer = { name, email, phone };
  const { id, productId, offerId } = subscription;
  if (type.startsWith('access.'))
    return {
      access: { saleId: firstSaleId, subscriptionId: id, items: [{ productId, offerId, title }] },
      customer,
    } satisfies EventData<'access.granted'>;
  return {
    subscription: {
      ...subscription,
      status: statusOfSubscriptionEvent(type) ?? subscription.status,
      periodEnd: periodEnd.toISOString(),
      nextChargeAt: toText(nextChargeAt),
      accessEndsAt: toText(accessEndsAt),
    },
    customer,
  } satisfies EventData<'subscription.created'>;
}

/** Returns what an event holds in `data`; null where it is not there any more, as after an erasure. */
export async function readEventData(
  app: EventApp,
  platformId: string,
  { type, subjectId, paymentId, data }: EventSource,
): Promise<object | null> {
  if (data) return data;
  if (paymentId) {
    const facts = await app.database.find(platformId, selectSaleFacts(platformId, paymentId), true);
    if (!facts || isErasedEmail(facts.email)) return null;
    return type.startsWith('access.') ? toAccess(facts) : ofSale(type, facts);
  }
  if (type.startsWith('cart.')) {
    const facts = await app.database.find(platformId, selectCartFacts(platformId, subjectId), true);
    return facts ? ofCart(facts, await app.findPlatformUrl(platformId)) : null;
  }
  const facts = await app.database.find(platformId, selectSubscriptionFacts(platformId, subjectId), true);
  return facts && !isErasedEmail(facts.email) ? ofSubscription(type, facts) : null;
}

/** Returns an event as it is told; null where its data is not there any more. */
export async function toPlatformEvent(app: EventApp, platformId: string, row: EventRow): Promise<PlatformEvent | null> {
  const data = await readEventData(app, platformId, row);
  const { id, type, sellerId, happenedAt } = row;
  return data && { id, type, isTest: false, createdAt: happenedAt.toISOString(), sellerId, data };
}
