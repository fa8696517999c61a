/**
 * Delivers the events that transactions wrote beside their data to the queues that subscribed and to the pages that are open now. A crash
 * may deliver an event twice, but never loses one.
 */
import fp from 'fastify-plugin';
import { nameAnew } from '../shared/merge.ts';
import type { Statement } from '../shared/statement.ts';
import type { Transaction } from './database.ts';

export interface OutboxEvent {
  platformId: string;
  id: string;
  type: string;
  paymentId: string;
  payload: Record<string, unknown>;
}

/** Picks the events that concern a queue, in the transaction that publishes them. It runs as the role of jobs, and calls nobody. */
export type EventPick = (transaction: Transaction, events: OutboxEvent[]) => Promise<OutboxEvent[]>;

/** Picks the events of platforms that have a row in the table: where few platforms have, most events cost no job. */
export const pickPlatformsOf =
  (table: 'seller_webhook' | 'pixel_token'): EventPick =>
  async (transaction, events) => {
    const found = await transaction.list<{ platformId: string }>({
      name: `platforms-of-${table}`,
      text: `SELECT p.id AS platform_id FROM unnest($1::uuid[]) AS p(id) WHERE EXISTS (SELECT FROM ${table} t WHERE t.platform_id = p.id)`,
      values: [[...new Set(events.map(({ platformId }) => platformId))]],
    });
    const platforms = new Set(found.map(({ platformId }) => platformId));
    return events.filter(({ platformId }) => platforms.has(platformId));
  };

export interface Outbox {
  /** Announces that events have been committed. */
  wake(): void;
  /** Turns the events of these types into jobs with the event as their data: all of them, or those that `pick` returns. */
  subscribe(types: readonly string[], queue: string, pick?: EventPick): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    outbox: Outbox;
  }
}

const BATCH = 200;
export const LIVE_CHANNEL = 'feira_payment';

const UNPUBLISHED = 'outbox WHERE published_at IS NULL';

const claimUnpublished = (): Statement<OutboxEvent> => ({
  name: nameAnew('claim-outbox'),
  text: `WITH due AS (
      SELECT platform_id, id FROM ${UNPUBLISHED} ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox o SET published_at = now() FROM due
    -- Named as an array too, so that each is looked up: joined alone, a planner may read all events that ever were.
    WHERE o.id = ANY (ARRAY(SELECT id FROM due)) AND o.platform_id = due.platform_id AND o.id = due.id
    RETURNING o.platform_id, o.id, o.type, o.payment_id, o.payload`,
  values: [BATCH],
});

const notifyPages = (payments: readonly string[]): Statement => ({
  name: 'notify-pages',
  text: `SELECT pg_notify('${LIVE_CHANNEL}', payment) FROM unnest($1::text[]) AS payment`,
  values: [payments],
});

export default fp(
  async (app) => {
    const subscriptions: { types: ReadonlySet<string>; queue: string; pick: EventPick | undefined }[] = [];

    const publish = () =>
      app.database.jobsTransaction(async (transaction) => {
        const rows = await transaction.list(claimUnpublished());
        if (rows.length === 0) return false;
        for (const { types, queue, pick } of subscriptions) {
          const events = rows.filter(({ type }) => types.has(type));
          const picked = events.length > 0 && pick ? await pick(transaction, events) : events;
          if (picked.length > 0) await app.jobs.send(transaction, queue, picked);
        }
        const live = [...new Set(rows.map((event) => `${event.platformId}:${event.paymentId}`))];
        await transaction.run(notifyPages(live));
        return rows.length === BATCH;
      });
    const sweep = app.sweep('outbox', publish, { waiting: UNPUBLISHED });

    app.decorate('outbox', {
      wake: () => sweep.wake(),
      subscribe: (types, queue, pick) => void subscriptions.push({ types: new Set(types), queue, pick }),
    });
  },
  { name: 'outbox', dependencies: ['sweeps', 'jobs', 'database'] },
);
