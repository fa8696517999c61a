/** Writes the body of a delivery: the event as it is told everywhere, or the body of the names of the specification. */
import { type EventType, isAlias, typeOfEvent } from '@feira/schemas/event-types';
import { type EventData, exampleDataOf, type PlatformEvent } from '@feira/schemas/events';
import { SELLER_EVENT_TYPES, type SellerEvent, type SellerWebhookBody } from '@feira/schemas/seller-webhook';
import { type EventApp, readEventData, selectEvent } from '../events/service.ts';
import type { Sendable } from './delivery-model.ts';

type Written = Pick<Sendable, 'id' | 'event' | 'kind' | 'sourceId' | 'happenedAt'>;

interface Told {
  id: string;
  type: EventType;
  sellerId: string | null;
  data: object;
}

function toTest({ id, event }: Written): Told {
  const type = typeOfEvent(event);
  const data = exampleDataOf(type);
  if (event !== 'onProductShipping') return { id, type, sellerId: null, data };
  const sold = data as EventData<'sale.approved'>;
  const items = sold.sale.items.map((item) => ({ ...item, isPhysical: true }));
  return { id, type, sellerId: null, data: { ...sold, sale: { ...sold.sale, items } } };
}

/** Returns what a delivery tells; null where the data is not there any more. */
async function readTold(app: EventApp, platformId: string, written: Written): Promise<Told | null> {
  const { kind, sourceId, event } = written;
  if (kind === 'TEST') return toTest(written);
  if (kind === 'EVENT') {
    const row = await app.database.find(platformId, selectEvent(platformId, null, sourceId), true);
    const data = row ? await readEventData(app, platformId, row) : null;
    return row && data ? { id: row.id, type: row.type, sellerId: row.sellerId, data } : null;
  }
  const type = typeOfEvent(event);
  const paymentId = kind === 'PAYMENT' ? sourceId : null;
  const data = await readEventData(app, platformId, { type, subjectId: sourceId, paymentId, data: null });
  return data && { id: sourceId, type, sellerId: null, data };
}

type Sold = EventData<'sale.approved'>;
type Left = EventData<'cart.abandoned'>;

/** Returns the body of a name of the specification. */
function toAliasBody(event: SellerEvent, { id, kind, happenedAt }: Written, data: object): SellerWebhookBody {
  const told = data as Sold | Left;
  const isSale = 'sale' in told;
  return {
    id,
    event,
    type: SELLER_EVENT_TYPES[event],
    isTest: kind === 'TEST',
    createdAt: happenedAt.toISOString(),
    data: {
      sale: isSale ? told.sale : null,
      customer: told.customer,
      utm: told.utm,
      subscription: isSale ? told.subscription : null,
      cart: isSale ? null : told.cart,
    },
  };
}

/** Returns the JSON of a delivery; null where the buyer's data is not there any more. */
export async function writeBody(app: EventApp, platformId: string, written: Written): Promise<string | null> {
  const told = await readTold(app, platformId, written);
  if (!told) return null;
  const { event, kind, happenedAt } = written;
  if (isAlias(event)) return JSON.stringify(toAliasBody(event, written, told.data));
  const body: PlatformEvent = { ...told, isTest: kind === 'TEST', createdAt: happenedAt.toISOString() };
  return JSON.stringify(body);
}
