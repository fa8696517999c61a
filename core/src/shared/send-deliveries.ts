/** Sends deliveries to systems outside as they become due, each receiver in a lane of its own. */
import type { FastifyInstance } from 'fastify';
import { type DueRows, type Laned, Lanes, waitingIn } from './lanes.ts';

interface Deliveries {
  /** The name of the sweep. */
  name: string;
  due: DueRows;
  /** Announces new deliveries. */
  channel: string;
  /** The deliveries of one receiver, and of all of them, that a node has under way. */
  ofOne: number;
  ofAll: number;
  sendDue(row: Laned): Promise<void>;
}

export function sendDeliveries(
  app: Pick<FastifyInstance, 'sweep' | 'readOutgoingHold' | 'database' | 'config' | 'notifications' | 'log'>,
  { name, due, channel, ofOne, ofAll, sendDue }: Deliveries,
): void {
  const lanes = new Lanes<Laned>({ connection: ofOne, provider: ofOne });
  let underWay = 0;
  const sweep = app.sweep(
    name,
    async () => {
      // A restored database does not know what was sent since.
      if (underWay >= ofAll || (await app.readOutgoingHold()) !== null) return false;
      const rows = await app.database.jobs.list(lanes.claim(due, app.config.claimSeconds));
      for (const row of rows) lanes.start(row, () => send(row), sweep.wake);
      return rows.length > 0;
    },
    { waiting: waitingIn(due), finish: () => lanes.finish() },
  );
  app.notifications.listen(channel, () => sweep.wake());

  async function send(row: Laned): Promise<void> {
    underWay++;
    try {
      await sendDue(row);
    } catch (error) {
      // The claim expires and the row is tried again, under the same id.
      app.log.error({ err: error, deliveryId: row.id }, `A delivery of ${name} could not be worked on`);
    }
    if (underWay-- === ofAll) sweep.wake();
  }
}
