/** Reads and writes what happened. An event and its deliveries to webhooks are written by one statement. */
import type { EventType } from '@feira/schemas/event-types';
import type { EventData, KeptEventType } from '@feira/schemas/events';
import type { listEvents } from '@feira/schemas/procedures/events';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf } from '../../shared/answer.ts';
import { idOf } from '../../shared/ids.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { ofWholePlatform } from '../../shared/statement.ts';
import { queueDeliveries, queueForIntegrations } from './delivery-model.ts';
import { queueInvoices } from './invoice-model.ts';

/** The channel that announces the id of a platform with a new event. */
export const EVENT_CHANNEL = 'feira_event';

/** Inserts the events that the text selects, queues them for webhooks and integrations and tells the streams. A repeat inserts nothing and queues nothing. */
const insertEvents = (selected: string): string => `WITH made AS (
    INSERT INTO event (platform_id, id, type, seller_id, subject_id, payment_id, product_ids, data, happened_at, created_at)
    ${selected} ON CONFLICT DO NOTHING RETURNING *
  ), ${queueDeliveries('made')}, ${queueForIntegrations('made')}, ${queueInvoices('made')}
  SELECT pg_notify('${EVENT_CHANNEL}', platform_id::text) FROM (SELECT platform_id FROM made LIMIT 1) told
  UNION ALL SELECT pg_notify(channel, '') FROM queued UNION ALL SELECT pg_notify(channel, '') FROM integrated
  UNION ALL SELECT pg_notify(channel, '') FROM invoiced`;

const idOfEvent = (platformId: string, type: EventType, key: string): string =>
  idOf(`event ${platformId} ${type} ${key}`);

interface Announced {
  /** Tells this event from others of its type. A repeat of the key changes nothing. */
  key: string;
  /** Null where it concerns the platform alone. */
  sellerId: string | null;
  /** The sale, where it is about one. */
  subjectId: string;
  /** The payment of that sale. */
  paymentId?: string;
  productIds?: readonly string[];
}

export interface Announcement<T extends KeptEventType> extends Announced {
  type: T;
  data: EventData<T>;
}

const insertOne = (
  platformId: string,
  type: EventType,
  { key, sellerId, subjectId, paymentId, productIds = [] }: Announced,
  data: object | null,
): Statement => ({
  name: 'insert-event',
  text: insertEvents(
    'SELECT $1::uuid, $2::uuid, $3::text, $4::uuid, $5::uuid, $6::uuid, $7::uuid[], $8::jsonb, now(), now()',
  ),
  values: [
    ...[platformId, idOfEvent(platformId, type, key), type, sellerId, subjectId],
    ...[paymentId ?? null, productIds, data && JSON.stringify(data)],
  ],
});

/** Returns a statement for the transaction of the change. What the event holds is kept as it is now. */
export const announce = <T extends KeptEventType>(
  platformId: string,
  { type, data, ...of }: Announcement<T>,
): Statement => insertOne(platformId, type, of, data as object);

/** Returns a statement that announces a cart or a subscription, which are read when the event is told. */
export const announceLive = (
  platformId: string,
  type: Extract<EventType, `${'cart' | 'subscription' | 'access'}.${string}`>,
  of: Announced,
): Statement => insertOne(platformId, type, of, null);

/** An event of a payment or a refund, as the outbox names it. */
export interface Reported {
  /** The id of the outbox's event. */
  id: string;
  type: EventType;
  paymentId: string;
  refundId?: string | undefined;
}

/**
 * The columns of events about payments: `g` is what is given, `p` the payment, `s` its sale. Each is looked up by its key: a planner that
 * has not seen the tables yet would read them whole.
 */
const OF_PAYMENTS = `FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[]) WITH ORDINALITY AS g(id, type, payment_id, refund_id, place)
  CROSS JOIN LATERAL (SELECT * FROM payment WHERE platform_id = $1 AND id = g.payment_id OFFSET 0) p
  CROSS JOIN LATERAL (SELECT * FROM sale WHERE platform_id = $1 AND id = p.sale_id OFFSET 0) s
  CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT o.product_id) AS ids, bool_or(NOT i.is_tangible) AS is_digital
    FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
    WHERE i.platform_id = $1 AND i.sale_id = s.id
  ) product`;

/** The last that was told of the access to a sale. What opens access follows what closed it, and the other way round. */
const LAST_ACCESS = `(SELECT e.type FROM event e WHERE e.subject_id = s.id AND e.platform_id = $1 AND e.type LIKE 'access.%'
  ORDER BY e.created_at DESC, e.id DESC LIMIT 1)`;

/** The access to what a subscription sold follows from the subscription. */
const IS_ACCESS_TOLD = `product.is_digital AND ${LAST_ACCESS} IS DISTINCT FROM g.type
  AND NOT EXISTS (SELECT FROM subscription_sale l WHERE l.platform_id = $1 AND l.sale_id = s.id)`;

/** Announces events of payments: an approval counts once nobody doubts it. */
export function announcePayments(platformId: string, reported: readonly Reported[]): Statement {
  const ids = reported.map(({ id, type, paymentId, refundId }) => {
    const once = refundId ?? (type.startsWith('access.') ? id : paymentId);
    return idOfEvent(platformId, type, once);
  });
  return {
    name: 'insert-payment-events',
    text: insertEvents(`SELECT $1::uuid, g.id, g.type, s.seller_id, s.id, p.id, product.ids,
        CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('refund',
          jsonb_build_object('id', r.id, 'saleId', s.id, 'amount', r.amount, 'currency', p.currency)) END,
        CASE WHEN g.type IN ('pix.created', 'boleto.created') THEN p.created_at
          WHEN g.type = 'sale.approved' THEN p.approved_at ELSE now() + g.place * interval '1 microsecond' END,
        -- Keeps the order of a set.
        now() + g.place * interval '1 microsecond'
      ${OF_PAYMENTS}
      LEFT JOIN refund r ON r.platform_id = $1 AND r.id = g.refund_id
      WHERE (g.type NOT IN ('sale.approved', 'access.granted') OR p.approved_at IS NOT NULL AND NOT p.is_provisional)
        AND (g.type NOT LIKE 'access.%' OR ${IS_ACCESS_TOLD})`),
    values: [
      platformId,
      ids,
      ...(['type', 'paymentId'] as const).map((name) => reported.map((one) => one[name])),
      reported.map(({ refundId }) => refundId ?? null),
    ],
  };
}

export interface EventRow {
  id: string;
  type: EventType;
  sellerId: string | null;
  subjectId: string;
  paymentId: string | null;
  data: object | null;
  happenedAt: Date;
  createdAt: Date;
}

const COLUMNS = 'e.id, e.type, e.seller_id, e.subject_id, e.payment_id, e.data, e.happened_at, e.created_at';

/** The events of a seller, or of the whole platform where `sellerId` is null. */
export const EVENTS: List<EventRow, FilterOf<typeof listEvents> & { sellerId: string | null }> = {
  isFresh: true,
  sql: ({ sellerId, type, subjectId, createdFrom, createdBefore }, bind) => ({
    columns: COLUMNS,
    from: 'event e',
    where: [
      'e.platform_id = $1',
      // The index of a whole platform serves no list of one seller or one subject.
      sellerId ? `e.seller_id = ${bind(sellerId)}` : !subjectId && ofWholePlatform('e.created_at'),
      type && `e.type = ${bind(type)}`,
      subjectId && `e.subject_id = ${bind(subjectId)}`,
      createdFrom && `e.created_at >= ${bind(createdFrom)}::timestamptz`,
      createdBefore && `e.created_at < ${bind(createdBefore)}::timestamptz`,
    ],
    order: newestFirst('e'),
  }),
};

export const selectEvent = (platformId: string, sellerId: string | null, id: string): Statement<EventRow> => ({
  text: `SELECT ${COLUMNS} FROM event e WHERE e.platform_id = $1 AND e.id = $2 AND ($3::uuid IS NULL OR e.seller_id = $3)`,
  values: [platformId, id, sellerId],
});

/** A place in the order of events. */
export interface Place {
  /** A text keeps the microseconds, of which a date knows nothing: many events share a millisecond. */
  createdAt: Date | string;
  id: string;
}

/** Selects the events behind a place, the oldest first, each with its own place. */
export const selectBehind = (
  platformId: string,
  sellerId: string | null,
  { createdAt, id }: Place,
  limit: number,
): Statement<EventRow & { place: string }> => ({
  name: sellerId === null ? 'events-behind' : 'events-behind-of-seller',
  text: `SELECT ${COLUMNS}, e.created_at::text AS place FROM event e
    WHERE e.platform_id = $1 AND (e.created_at, e.id) > ($2::timestamptz, $3::uuid)
      AND ${sellerId === null ? `$4::uuid IS NULL AND ${ofWholePlatform('e.created_at')}` : 'e.seller_id = $4'}
    ORDER BY e.created_at, e.id LIMIT $5`,
  values: [platformId, createdAt, id, sellerId, limit],
});

export const KEEP_DAYS = 30;

export const purgeEvents = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM event WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM event WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEEP_DAYS, limit],
  }));
