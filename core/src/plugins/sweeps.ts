/**
 * Tables that are their own queue (due payments, the webhook inbox, the outbox) are emptied by sweeps: at once when this
 * node knows of work, and every so often for what other nodes left behind. One sweep runs once at a time on a node; rows are
 * claimed with SKIP LOCKED, so that nodes share them.
 */
import fp from 'fastify-plugin';

export interface Sweep {
  /** There is work; costs nothing when a run is under way already. */
  wake(): void;
}

/** Answers whether there may be more to do right now. */
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
    // Let the request that woke us finish first.
    await new Promise((resume) => setImmediate(resume));
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        if (await this.#work()) this.#isWoken = true;
      } catch (error) {
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
