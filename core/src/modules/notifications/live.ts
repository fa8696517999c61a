/** Tells open pages by server-sent events that their person has new notifications. The page reads them as always. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../plugins/errors.ts';

type App = Pick<FastifyInstance, 'notifications' | 'streams'>;

/** Comments keep proxies from closing a quiet stream. */
const BEAT_MS = 20_000;
/** The browser connects again after this time, and proves that its session still holds. */
const LONGEST_MS = 30 * 60_000;
/** The open streams of a node. */
const MOST_STREAMS = 20_000;
/** A browser opens one for all its tabs. */
const MOST_OF_PERSON = 10;

export function createLiveNotifications(app: App) {
  const watchers = new Map<string, Set<() => void>>();
  app.notifications.listen('feira_notification', (key) => {
    for (const tell of watchers.get(key) ?? []) tell();
  });

  return function openStream(platformId: string, personId: string, reply: FastifyReply): void {
    const key = `${platformId}:${personId}`;
    const watching = watchers.get(key) ?? new Set();
    if (watching.size >= MOST_OF_PERSON || app.streams.size >= MOST_STREAMS) throw new AppError('NOTIFICATION_STREAMS');
    // The end of a page that is gone already would not be heard.
    if (reply.raw.destroyed) return void reply.hijack();
    const { raw } = reply.hijack();
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    // Notifications that came while nobody listened are news as well.
    const tell = () => raw.write('event: news\ndata:\n\n');
    const beat = setInterval(() => raw.write(':\n\n'), BEAT_MS);
    const end = setTimeout(() => raw.end(), LONGEST_MS).unref();
    watchers.set(key, watching.add(tell));
    app.streams.add(raw);
    raw.on('close', () => {
      clearInterval(beat);
      clearTimeout(end);
      watching.delete(tell);
      if (watching.size === 0) watchers.delete(key);
      app.streams.delete(raw);
    });
    tell();
  };
}
