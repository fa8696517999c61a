/**
 * Delivers the events that transactions wrote beside their data to the queues that subscribed and to the pages that are open now. A crash
 * may deliver an event twice, but never loses one.
 */
import fp from 'fastify-plugin';
import { nameAnew } from '../shared/merge.ts';
import type { Statement } from '../shared/statement.ts';
import { Turns } from '../shared/turns.ts';
import type { Transaction } from './database.ts';
import { AT_ONCE } from './jobs.ts';

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
  (table: 'pixel_token' | 'risk_rules'): EventPick =>
  async (transaction, events) => {
    const found = await transaction.list<{ platformId: string }>({
      name: `platforms-of-${table}`,
      text: `SELECT p.id AS platform_id FROM unnest($1::uuid[]) AS p(id) WHERE EXISTS (SELECT FROM ${table} t WHERE t.platform_id = p.id)`,
      values: [[...new Set(events.map(({ platformId }) => platformId))]],
    });
    const platforms = new Set(found.map(({ platformId }) => platformId));
    return events.filter(({ platformId }) => platforms.has(platformId));
  };

interface Following {
  types: readonly string[];
  queue: string;
  /** Returns the events that concern it; by default all do. The others cost no job. */
  pick?: EventPick;
  /** The events that a node handles at once; by default as many as other jobs of a batch. More only where their statements are shared. */
  atOnce?: number;
}

/** Gets each event at least once. When it throws, that event is handled again with back-off, and those beside it are not. */
interface OneByOne extends Following {
  handle(event: OutboxEvent): Promise<unknown>;
}

/** Gets the events of a platform together. When it throws, each of them is handled again alone, with back-off. */
interface SetWise extends Following {
  handleSet(platformId: string, events: OutboxEvent[]): Promise<unknown>;
}

export type Follower = OneByOne | SetWise;

export interface Outbox {
  /** Announces that events have been committed. */
  wake(): void;
  /** Has a follower handle the events of its types, in jobs that hold some of them each. */
  subscribe(follower: Follower): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    outbox: Outbox;
  }
}

const BATCH = 200;
/** The most events of one job. */
const SET = 50;
/** Jobs fetched at a time. */
const SETS = 10;
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

/** The data of a job. */
interface EventSet {
  events: OutboxEvent[];
}

const toSets = (events: OutboxEvent[]): EventSet[] =>
  Array.from({ length: Math.ceil(events.length / SET) }, (_, index) => ({
    events: events.slice(index * SET, (index + 1) * SET),
  }));

const notifyPages = (payments: readonly string[]): Statement => ({
  name: 'notify-pages',
  text: `SELECT pg_notify('${LIVE_CHANNEL}', payment) FROM unnest($1::text[]) AS payment`,
  values: [payments],
});

export default fp(
  async (app) => {
    const followers: Follower[] = [];

    /** Returns the events that a follower handles together, each with its work. */
    function toParts(
      follower: Follower,
      events: OutboxEvent[],
    ): { events: OutboxEvent[]; work: () => Promise<unknown> }[] {
      if ('handle' in follower) return events.map((event) => ({ events: [event], work: () => follower.handle(event) }));
      return Object.entries(Object.groupBy(events, ({ platformId }) => platformId)).flatMap(([platformId, part]) =>
        part ? [{ events: part, work: () => follower.handleSet(platformId, part) }] : [],
      );
    }

    /** A set is done once each of its events is handled, or has a job of its own. */
    async function handleAll(follower: Follower, turns: Turns, { events }: EventSet): Promise<void> {
      const parts = toParts(follower, events);
      const ends = await Promise.allSettled(parts.map(({ work }) => turns.run(work)));
      const failed = ends.flatMap((end, index) => (end.status === 'rejected' ? (parts[index]?.events ?? []) : []));
      if (failed.length === 0) return;
      if (events.length === 1) throw (ends[0] as PromiseRejectedResult).reason;
      const apart = failed.map((event): EventSet => ({ events: [event] }));
      await app.database.jobsTransaction((transaction) => app.jobs.send(transaction, follower.queue, apart));
    }

    const publish = () =>
      app.database.jobsTransaction(async (transaction) => {
        const rows = await transaction.list(claimUnpublished());
        if (rows.length === 0) return false;
        for (const { types, queue, pick } of followers) {
          const events = rows.filter(({ type }) => types.includes(type));
          const picked = events.length > 0 && pick ? await pick(transaction, events) : events;
          if (picked.length > 0) await app.jobs.send(transaction, queue, toSets(picked));
        }
        const live = [...new Set(rows.map((event) => `${event.platformId}:${event.paymentId}`))];
        await transaction.run(notifyPages(live));
        return rows.length === BATCH;
      });
    const sweep = app.sweep('outbox', publish, { waiting: UNPUBLISHED });

    app.decorate('outbox', {
      wake: () => sweep.wake(),
      subscribe(follower) {
        followers.push(follower);
        const turns = new Turns(follower.atOnce ?? AT_ONCE);
        app.jobs.work<EventSet | OutboxEvent>(follower.queue, { batchSize: SETS }, (data) =>
          // Nodes of earlier versions sent a job for each event.
          handleAll(follower, turns, 'events' in data ? data : { events: [data] }),
        );
      },
    });
  },
  { name: 'outbox', dependencies: ['sweeps', 'jobs', 'database'] },
);
