/**
 * Empties tables that serve as queues (due payments, the webhook inbox, the outbox): at once when this node knows of work, and at intervals
 * for work that other nodes left. A sweep runs once at a time per node. Rows are claimed with SKIP LOCKED, so that nodes share them. A node
 * whose clock is wrong sweeps nothing.
 */
import { setTimeout as wait } from 'node:timers/promises';
import fp from 'fastify-plugin';
import { type DueRows, type Laned, type LaneSizes, Lanes } from '../shared/lanes.ts';
import type { Statement } from '../shared/statement.ts';

/** A run waits this long for more work, so that a busy node does not claim single rows. */
const GATHER_MS = 20;
/** Work takes some rows at a time, and everything that it waits for has a deadline. */
const LONGEST_WORK_MS = 300_000;

export interface Sweep {
  /** Does the work that is ready now, and resolves when it is done. */
  run(): Promise<void>;
  /** Announces work. The call costs nothing while a run is in progress. */
  wake(): void;
}

/** Returns whether more work may be ready now. */
type Work = () => Promise<boolean>;

/** A sweep whose work asks providers. */
export interface ProviderWork<Row extends Laned> {
  due: DueRows;
  sizes: LaneSizes;
  /** Makes rows due whose call was made by a node that is gone: nobody there waits for its answer. */
  abandoned?: Statement;
  work(row: Row): Promise<void>;
}

interface Sweeping {
  name: string;
  work: Work;
  finish?: (() => Promise<void>) | undefined;
  onError(error: unknown): void;
}

class Sweeper implements Sweep {
  readonly #sweeping: Sweeping;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  /** The time at which the running work began, on the clock of `performance.now()`; null while none runs. */
  #beganAt: number | null = null;
  /** The time at which work was last done without an error; before the first work, the time of the start. */
  #doneAt = performance.now();
  #timer: NodeJS.Timeout | null = null;

  constructor(sweeping: Sweeping) {
    this.#sweeping = sweeping;
  }

  start(intervalMs: number): void {
    this.#timer = setInterval(() => this.wake(), intervalMs).unref();
    this.wake();
  }

  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#running || this.#isStopped || !this.#timer) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#isWoken) this.wake();
    });
  };

  get isStuck(): boolean {
    return this.#beganAt !== null && performance.now() - this.#beganAt > LONGEST_WORK_MS;
  }

  get ageSeconds(): number {
    return (performance.now() - this.#doneAt) / 1_000;
  }

  get name(): string {
    return this.#sweeping.name;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
    await this.#sweeping.finish?.();
  }

  readonly run = async (): Promise<void> => {
    const { work, finish } = this.#sweeping;
    while (await work()) await finish?.();
  };

  async #run(): Promise<void> {
    let hasMore = false;
    while ((this.#isWoken || hasMore) && !this.#isStopped) {
      if (!hasMore) await wait(GATHER_MS);
      this.#isWoken = false;
      this.#beganAt = performance.now();
      try {
        hasMore = await this.#sweeping.work();
        this.#doneAt = performance.now();
      } catch (error) {
        hasMore = false;
        this.#sweeping.onError(error);
      }
      this.#beganAt = null;
    }
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns whether every sweep of this node goes on. */
    isSweeping(): boolean;
    /** Returns for each sweep of this node the seconds since it last did its work without an error. */
    listSweeps(): { name: string; ageSeconds: number }[];
    /** `finish` waits for what the work has started and not waited for. */
    sweep(name: string, work: Work, finish?: () => Promise<void>): Sweep;
    /**
     * Does the due rows of a table, as many of each connection and provider at a time as their lanes have room for. It never waits for
     * one row to claim the next: a provider that hangs delays nobody else's rows. What `work` throws is logged, and the row is due
     * again when its claim ends.
     */
    sweepByProvider<Row extends Laned>(name: string, work: ProviderWork<Row>): Sweep;
  }
}

export default fp(
  async (app) => {
    const sweepers: Sweeper[] = [];
    const abandoning: { abandoned: Statement; sweep: Sweep }[] = [];
    app.decorate('sweep', (name: string, work: Work, finish?: () => Promise<void>): Sweep => {
      const onError = (error: unknown) => app.log.error({ err: error, sweep: name }, 'A sweep failed');
      const sweeper = new Sweeper({ name, work: async () => app.machineClock.isRight && work(), finish, onError });
      sweepers.push(sweeper);
      return sweeper;
    });
    app.decorate('isSweeping', () => !sweepers.some(({ isStuck }) => isStuck));
    app.decorate('listSweeps', () => sweepers.map(({ name, ageSeconds }) => ({ name, ageSeconds })));
    function sweepByProvider<Row extends Laned>(
      name: string,
      { due, sizes, abandoned, work }: ProviderWork<Row>,
    ): Sweep {
      const lanes = new Lanes<Row>(sizes);
      const run = (row: Row) =>
        app.spans
          .begin(`sweep ${name}`, { 'feira.id': row.id }, () => work(row))
          .catch((error) => {
            const { platformId, id } = row;
            app.log.error({ err: error, sweep: name, platformId, id }, 'The work of a sweep failed');
          });
      const claim = async () => {
        const rows = await app.database.jobs.list(lanes.claim(due, app.config.claimSeconds));
        for (const row of rows) lanes.start(row, () => run(row), sweep.wake);
        return rows.length > 0;
      };
      const sweep = app.sweep(name, claim, () => lanes.finish());
      if (abandoned) abandoning.push({ abandoned, sweep });
      return sweep;
    }
    app.decorate('sweepByProvider', sweepByProvider);
    app.sweep('abandoned-calls', async () => {
      for (const { abandoned, sweep } of abandoning) if ((await app.database.jobs.run(abandoned)) > 0) sweep.wake();
      return false;
    });
    app.addHook('onListen', async () => {
      for (const sweeper of sweepers) sweeper.start(app.config.sweepIntervalMs);
    });
    app.addHook('preClose', async () => {
      await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    });
  },
  { name: 'sweeps', dependencies: ['config', 'database', 'clock', 'spans'] },
);
