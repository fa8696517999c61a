/**
 * Empties tables that serve as queues (due payments, the webhook inbox, the outbox): at once when this node knows of work, and at intervals
 * for work that other nodes left, or whose time has come. At each interval one statement asks where rows wait, and only those sweeps run. A
 * sweep runs once at a time per node. Rows are claimed with SKIP LOCKED, so that nodes share them. A node whose clock is wrong sweeps nothing.
 */
import { setTimeout as wait } from 'node:timers/promises';
import fp from 'fastify-plugin';
import { type DueRows, type Laned, type LaneSizes, Lanes, waitingIn } from '../shared/lanes.ts';
import { nameAnew } from '../shared/merge.ts';
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

/** Returns whether more work may be ready now; FULL where it is once some of what was started is done. */
type Work = () => Promise<boolean | 'FULL'>;

export interface SweepOptions {
  /**
   * Names the rows that wait, as in "mail WHERE next_attempt_at <= now()": the sweep runs at those intervals at which there is one. `$1` is
   * this node's time. A sweep that leaves it out runs at every interval.
   */
  waiting?: string;
  /** Waits for what the work has started and not waited for. */
  finish?: () => Promise<void>;
}

/** Makes rows due whose call was made by a node that is gone: nobody there waits for its answer. */
export type Abandoned = Statement & Required<Pick<SweepOptions, 'waiting'>>;

/** A sweep whose work asks providers. */
export interface ProviderWork<Row extends Laned> {
  due: DueRows;
  sizes: LaneSizes;
  abandoned?: Abandoned;
  work(row: Row): Promise<void>;
}

interface Sweeping extends SweepOptions {
  name: string;
  work: Work;
  onError(error: unknown): void;
}

class Sweeper implements Sweep {
  readonly #sweeping: Sweeping;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStarted = false;
  #isStopped = false;
  /** The time at which the running work began, on the clock of `performance.now()`; null while none runs. */
  #beganAt: number | null = null;
  /** The time at which work was last done without an error; before the first work, the time of the start. */
  #doneAt = performance.now();

  constructor(sweeping: Sweeping) {
    this.#sweeping = sweeping;
  }

  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Takes note that no row waits. */
  rest(): void {
    this.#doneAt = performance.now();
  }

  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#running || this.#isStopped || !this.#isStarted) return;
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

  get waiting(): string | undefined {
    return this.#sweeping.waiting;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
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
        hasMore = (await this.#sweeping.work()) === true;
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
    sweep(name: string, work: Work, options?: SweepOptions): Sweep;
    /**
     * Does the due rows of a table, as many of each connection and provider at a time as their lanes have room for. It never waits for
     * one row to claim the next: a provider that hangs delays nobody else's rows. What `work` throws is logged, and the row is due
     * again when its claim ends.
     */
    sweepByProvider<Row extends Laned>(name: string, work: ProviderWork<Row>): Sweep;
  }
}

/** Asks of each kind of rows whether one waits. */
const selectWaiting = (rows: readonly string[], now: Date): Statement<{ isWaiting: boolean[] }> => ({
  name: nameAnew('waiting-work'),
  text: `SELECT ARRAY[${rows.map((waiting) => `EXISTS (SELECT FROM ${waiting})`).join(', ')}]::boolean[] AS is_waiting
    WHERE $1::timestamptz IS NOT NULL`,
  values: [now],
});

export default fp(
  async (app) => {
    const sweepers: Sweeper[] = [];
    app.decorate('sweep', (name: string, work: Work, options: SweepOptions = {}): Sweep => {
      const onError = (error: unknown) => app.log.error({ err: error, sweep: name }, 'A sweep failed');
      const sweeper = new Sweeper({ ...options, name, work: async () => app.machineClock.isRight && work(), onError });
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
      /** The time of the last claim that found nothing more in any lane, on the clock of `performance.now()`. */
      let lookedAt = Number.NEGATIVE_INFINITY;
      const claim = async () => {
        const rows = await app.database.jobs.list(lanes.claim(due, app.config.claimSeconds));
        for (const row of rows) lanes.start(row, () => run(row), sweep.wake);
        const now = performance.now();
        if (rows.length === 0) lookedAt = now;
        // A look past the rows of full lanes reads all of them, so one in each interval has to do: it finds the rows of other lanes, which the
        // rows of a busy one would hide for ever. Room in a full lane wakes the sweep.
        const isLate = now - lookedAt >= app.config.sweepIntervalMs;
        return rows.length > 0 && (isLate || !rows.every((row) => lanes.isFull(row)) ? true : 'FULL');
      };
      const sweep = app.sweep(name, claim, { waiting: waitingIn(due), finish: () => lanes.finish() });
      if (abandoned) {
        const makeDue = async () => {
          if ((await app.database.jobs.run(abandoned)) > 0) sweep.wake();
          return false;
        };
        app.sweep(`${name}-abandoned`, makeDue, { waiting: abandoned.waiting });
      }
      return sweep;
    }
    app.decorate('sweepByProvider', sweepByProvider);

    /** Wakes the sweeps whose rows wait, and those that say nothing of rows. */
    async function wakeWaiting(): Promise<void> {
      for (const sweeper of sweepers) if (sweeper.waiting === undefined) sweeper.wake();
      const asked = sweepers.filter(({ waiting }) => waiting !== undefined);
      const rows = asked.map(({ waiting }) => waiting as string);
      const answer = await app.database.jobs.find(selectWaiting(rows, app.clock.now()));
      for (const [index, sweeper] of asked.entries()) {
        if (answer?.isWaiting[index]) sweeper.wake();
        else sweeper.rest();
      }
    }
    let timer: NodeJS.Timeout | null = null;
    let looking: Promise<void> | null = null;
    const look = () => {
      looking ??= wakeWaiting()
        .catch((error) => app.log.error({ err: error }, 'Waiting work could not be looked for'))
        .finally(() => {
          looking = null;
        });
    };
    app.addHook('onListen', async () => {
      for (const sweeper of sweepers) sweeper.start();
      timer = setInterval(look, app.config.sweepIntervalMs).unref();
    });
    app.addHook('preClose', async () => {
      if (timer) clearInterval(timer);
      await looking;
      await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    });
  },
  { name: 'sweeps', dependencies: ['config', 'database', 'clock', 'spans'] },
);
