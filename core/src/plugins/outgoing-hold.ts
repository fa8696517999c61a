/**
 * Says whether money may leave. A database that was restored does not know what was sent after its backup: from when a node finds it, or
 * HOLD_OUTGOING asks for it, until a person releases it, nothing is sent to a provider but charges of buyers. Whatever may have been sent
 * before is only looked up.
 */
import fp from 'fastify-plugin';
import type { Statement } from '../shared/statement.ts';

export interface OutgoingHold {
  /** By the database's clock. Orders from before may have been sent already. */
  beganAt: Date;
  cause: 'RESTORED' | 'SETTING';
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads whether money is held now, and begins a hold on a database that was restored. Never call it inside a transaction. */
    readOutgoingHold(): Promise<OutgoingHold | null>;
  }
}

const selectHold = (isWanted: boolean): Statement<OutgoingHold> => ({
  text: 'SELECT began_at, cause FROM read_outgoing_hold($1)',
  values: [isWanted],
});

/** A platform where nothing waits for its turn learns of a restore this soon. */
const READ_MS = 5_000;

export default fp(
  async (app) => {
    const { isOutgoingHeld } = app.config;
    let known: OutgoingHold | null = null;
    let readAt = Number.NEGATIVE_INFINITY;

    async function readHold(): Promise<OutgoingHold | null> {
      const hold = (await app.database.jobs.find(selectHold(isOutgoingHeld))) ?? null;
      readAt = performance.now();
      if (hold && hold.beganAt.getTime() !== known?.beganAt.getTime())
        app.log.error(
          { alert: 'outgoing-held', cause: hold.cause, beganAt: hold.beganAt },
          'Withdrawals, refunds and new receivers are held until a person releases them',
        );
      known = hold;
      app.metrics.outgoingHeld.set(hold ? 1 : 0);
      return hold;
    }

    app.decorate('readOutgoingHold', readHold);
    app.addHook('onReady', async () => void (await readHold()));
    app.sweep('outgoing-hold', async () => {
      if (performance.now() - readAt > READ_MS) await readHold();
      return false;
    });
  },
  { name: 'outgoing-hold', dependencies: ['config', 'database', 'sweeps', 'metrics'] },
);
