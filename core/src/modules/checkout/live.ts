/** Tells open payment pages by server-sent events when their payment changes on any node. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { LIVE_CHANNEL } from '../../plugins/outbox.ts';
import type { Payment } from '../payments/model.ts';
import { findPayment } from '../payments/service.ts';
import { readPaymentView } from './view.ts';

/** Comments keep proxies from closing a quiet stream. */
const BEAT_MS = 20_000;
const MAX_STREAMS = 20_000;

export function createLivePayments(app: FastifyInstance) {
  const watchers = new Map<string, Set<() => void>>();
  const streams = new Set<ServerResponse>();
  app.notifications.listen(LIVE_CHANNEL, (key) => {
    for (const sendView of watchers.get(key) ?? []) sendView();
  });
  // The pages connect again, and read anew the announcements that nobody heard.
  app.notifications.onState((isListening) => {
    if (isListening) for (const stream of streams) stream.end();
  });

  return async function openStream(payment: Payment, reply: FastifyReply): Promise<void> {
    if (app.streams.size >= MAX_STREAMS) throw new AppError('DATABASE_UNAVAILABLE');
    const key = `${payment.platformId}:${payment.id}`;
    // The end of a page that is gone already would not be heard.
    if (reply.raw.destroyed) return void reply.hijack();
    const { raw } = reply.hijack();
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    let sent = { version: -1, text: '' };
    const readView = async () => {
      const current = await findPayment(app, payment.platformId, payment.id);
      if (!current || current.version < sent.version || raw.writableEnded) return;
      // An agreement that comes with the payment changes what the page says, and not the payment.
      const text = JSON.stringify(await readPaymentView(app, current));
      if (text === sent.text) return;
      sent = { version: current.version, text };
      raw.write(`id: ${current.version}\nevent: payment\ndata: ${text}\n\n`);
    };
    // A page whose news cannot be read asks until it can, and connects again.
    const sendView = () =>
      readView().catch((error) => {
        app.log.warn({ err: error }, 'An open payment page could not be told');
        raw.end();
      });
    const beat = setInterval(() => raw.write(':\n\n'), BEAT_MS);
    const watching = watchers.get(key) ?? new Set();
    watchers.set(key, watching.add(sendView));
    app.streams.add(raw);
    streams.add(raw);
    raw.on('close', () => {
      clearInterval(beat);
      watching.delete(sendView);
      if (watching.size === 0) watchers.delete(key);
      app.streams.delete(raw);
      streams.delete(raw);
    });
    // First what is true now: a change between the page's rendering and this moment is not lost.
    await sendView();
  };
}
