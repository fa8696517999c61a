/**
 * Tells programs with a key of events as they happen, by server-sent events. A transaction that was slow may commit an event behind one that
 * is told already, so a stream looks back by some seconds each time and leaves out what it has told. One that is opened again does not know
 * what was told before, so it repeats those seconds.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { type EventApp, toPlatformEvent } from './data.ts';
import { EVENT_CHANNEL, type EventRow, type Place, selectBehind, selectEvent } from './model.ts';

type App = EventApp & Pick<FastifyInstance, 'notifications' | 'streams' | 'log' | 'clock' | 'checkApiKey'>;

/** Comments keep proxies from closing a quiet stream, and a key that ended meanwhile closes it. */
const BEAT_MS = 15_000;
const LOOK_BACK_MS = 10_000;
const PAGE = 200;
const MOST_OF_KEY = 10;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const before = ({ createdAt }: Pick<EventRow, 'createdAt'>, ms: number): Place => ({
  createdAt: new Date(createdAt.getTime() - ms),
  id: FIRST_ID,
});

/** Waits until a program has read what was written to it, or is gone. */
const untilTaken = (raw: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      raw.off('drain', end).off('close', end);
      resolve();
    };
    raw.on('drain', end).on('close', end);
    if (raw.destroyed) end();
  });

export function createEventStreams(app: App) {
  /** Wakes the streams of a platform. */
  const wakers = new Map<string, Set<() => void>>();
  /** The open streams by key. */
  const counts = new Map<string, number>();
  app.notifications.listen(EVENT_CHANNEL, (platformId) => {
    for (const wake of wakers.get(platformId) ?? []) wake();
  });

  /** Returns where a stream begins: behind the event that the program heard last, or now. Throws EVENT_NOT_FOUND. */
  async function findBegin(
    platformId: string,
    sellerId: string | null,
    lastId: string | undefined,
  ): Promise<EventRow | null> {
    if (!lastId) return null;
    const found = /^[0-9a-f-]{36}$/.test(lastId)
      ? await app.database.find(platformId, selectEvent(platformId, sellerId, lastId), true)
      : undefined;
    if (!found) throw new AppError('EVENT_NOT_FOUND', { fields: ['last-event-id'] });
    return found;
  }

  return async function openStream(
    request: FastifyRequest,
    reply: FastifyReply,
    sellerId: string | null,
  ): Promise<void> {
    const platformId = request.platform.id;
    const keyId = request.person?.apiKey?.id ?? '';
    const last = await findBegin(platformId, sellerId, request.headers['last-event-id'] as string | undefined);
    let told = new Map<string, Date>(last ? [[last.id, last.createdAt]] : []);
    let behind: Pick<EventRow, 'createdAt'> = last ?? { createdAt: app.clock.now() };
    // Without an event to begin behind, what has happened so far counts as told.
    if (!last) await lookBehind(before(behind, LOOK_BACK_MS), async (row) => void told.set(row.id, row.createdAt));
    // Nothing would take the place of a program that is gone already from the count.
    if (reply.raw.destroyed) return void reply.hijack();
    const count = counts.get(keyId) ?? 0;
    if (count >= MOST_OF_KEY) throw new AppError('EVENT_STREAMS');
    counts.set(keyId, count + 1);
    const { raw } = reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    raw.write('retry: 1000\n\n');

    async function lookBehind(begin: Place, see: (row: EventRow) => Promise<void>): Promise<void> {
      let place = begin;
      for (;;) {
        const rows = await app.database.list(platformId, selectBehind(platformId, sellerId, place, PAGE), true);
        for (const row of rows) {
          if (row.createdAt > behind.createdAt) behind = row;
          await see(row);
        }
        const end = rows.at(-1);
        const forgotten = behind.createdAt.getTime() - 2 * LOOK_BACK_MS;
        told = new Map([...told].filter(([, at]) => at.getTime() > forgotten));
        if (rows.length < PAGE || !end) return;
        // A reader who is gone, or whose key ended meanwhile, is not told of the weeks that are left.
        if (reply.raw.destroyed) return;
        await app.checkApiKey(request);
        place = { createdAt: end.place, id: end.id };
      }
    }

    async function tell(row: EventRow): Promise<void> {
      if (raw.writableEnded || told.has(row.id)) return;
      told.set(row.id, row.createdAt);
      const event = await toPlatformEvent(app, platformId, row);
      if (!event || raw.destroyed) return;
      const isTaken = raw.write(`id: ${row.id}\nevent: ${row.type}\ndata: ${JSON.stringify(event)}\n\n`);
      // A program that reads slowly is waited for: the events of weeks are not kept in memory for it.
      if (!isTaken) await untilTaken(raw);
    }

    async function tellNew(): Promise<void> {
      // Nothing is told to a key that ended meanwhile.
      await app.checkApiKey(request);
      await lookBehind(before(behind, LOOK_BACK_MS), tell);
    }

    let isRunning = false;
    let isWanted = false;
    async function wake(): Promise<void> {
      isWanted = true;
      if (isRunning) return;
      isRunning = true;
      try {
        while (isWanted && !raw.writableEnded) {
          isWanted = false;
          await tellNew();
        }
      } catch (error) {
        // A database that is away for a moment ends no stream: the next beat looks again.
        if (!(error instanceof AppError) || error.status >= 500)
          return request.log.warn({ err: error }, 'A stream of events could not be told');
        request.log.info({ code: error.code }, 'A stream of events ended with its key');
        raw.end();
      } finally {
        isRunning = false;
      }
    }

    const beat = setInterval(() => {
      raw.write(':\n\n');
      void wake();
    }, BEAT_MS);
    const waking = wakers.get(platformId) ?? new Set();
    wakers.set(platformId, waking.add(wake));
    app.streams.add(raw);
    raw.on('close', () => {
      clearInterval(beat);
      waking.delete(wake);
      if (waking.size === 0) wakers.delete(platformId);
      app.streams.delete(raw);
      const left = (counts.get(keyId) ?? 1) - 1;
      if (left > 0) counts.set(keyId, left);
      else counts.delete(keyId);
    });
    // The program may have been away for a while.
    await wake();
  };
}
