import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { purgeEvents } from './model.ts';
import { announceOutbox, TOLD_EVENTS } from './payments.ts';

const QUEUE = 'events.payments';
/** Nodes of earlier versions sent their jobs here. */
const EARLIER_QUEUE = 'sellerWebhooks.queue';
const PURGE = 'events.purge';

export default fp(
  async (app) => {
    const handleSet = (platformId: string, events: OutboxEvent[]) => announceOutbox(app, platformId, events);
    app.outbox.subscribe({ types: TOLD_EVENTS, queue: QUEUE, handleSet });
    app.outbox.subscribe({ types: [], queue: EARLIER_QUEUE, handleSet });
    app.jobs.work(PURGE, {}, async () => void (await purgeEvents(app)));
    app.jobs.schedule(PURGE, '17 4 * * *');
  },
  { name: 'events-jobs', dependencies: ['jobs', 'outbox', 'database'] },
);
