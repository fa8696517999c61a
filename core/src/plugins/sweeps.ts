/**
 * Empties tables that serve as queues (due payments, the webhook inbox, the outbox): at once when this node knows of work, and at intervals
 * for work that other nodes left. A sweep runs once at a time per node. Rows are claimed with SKIP LOCKED, so that nodes share them.
 */
import { setTimeout as wait } from 'node:timers/promises';
import fp from 'fastify-plugin';

/** A run waits this long for more work, so that a busy node does not claim single rows. */
const GATHER_MS = 20;

export interface Sweep {
  /** Announces work. The call costs nothing while a run is in progress. */
  wake(): void;
}

/** Returns whether more work may be ready now. */
type Work = () => Promise<boolean>;

class Sweeper {
  readonly #work: Work;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(work: Work, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  start(intervalMs: number): void {
    this.#timer = setInterval(() => this.wake(), intervalMs).unref();
    this.wake();
  }

  wake(): void {
    this.#isWoken = true;
    if (this.#running || this.#isStopped || !this.#timer) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#isWoken) this.wake();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    let hasMore = false;
    while ((this.#isWoken || hasMore) && !this.#isStopped) {
      if (!hasMore) await wait(GATHER_MS);
      this.#isWoken = false;
      try {
        hasMore = await this.#work();
      } catch (error) {
        hasMore = false;
        this.#onError(error);
      }
    }
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    sweep(name: string, work: Work): Sweep;
  }
}

export default fp(
  async (app) => {
    const sweepers: Sweeper[] = [];
    app.decorate('sweep', (name: string, work: Work): Sweep => {
      const sweeper = new Sweeper(work, (error) => app.log.error({ err: error, sweep: name }, 'A sweep failed'));
      sweepers.push(sweeper);
      return sweeper;
    });
    app.addHook('onListen', async () => {
      for (const sweeper of sweepers) sweeper.start(app.config.sweepIntervalMs);
    });
    app.addHook('preClose', async () => {
      await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    });
  },
  { name: 'sweeps', dependencies: ['config'] },
);
