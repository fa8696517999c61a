/**
 * Tells the time by which everything is decided: the database's, which all nodes share. A node asks for it regularly and counts on from
 * there by a clock that nobody sets, so its own clock decides nothing. Where that clock is wrong all the same, the node says so and
 * leaves the work of sweeps to others, because more may be wrong with its machine.
 */
import fp from 'fastify-plugin';

export interface Clock {
  now(): Date;
}

/** The only place that reads the machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

export interface MachineClock {
  /** By how many ms this machine's clock is ahead of the database's; below zero where it is behind. */
  aheadMs: number;
  /** True if the two differ by less than a person would notice. */
  isRight: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    clock: Clock;
    machineClock: Readonly<MachineClock>;
  }
}

const MEASURE_MS = 5_000;
/** A larger difference is no matter of slow answers. */
export const MOST_OFF_MS = 5_000;
/** The clock ignores a measurement whose answer took longer, in ms: it is too uncertain to follow. */
const SLOW_MS = 2_000;

interface ClockOptions {
  /** Tests set the time of the node and, as far as it decides, of the database. */
  clock?: Clock;
  /** Tests set the machine's clock. */
  systemClock?: Clock;
}

export default fp<ClockOptions>(
  async (app, options) => {
    const machine = options.systemClock ?? systemClock;
    const state: MachineClock = { aheadMs: 0, isRight: true };
    /** The database's time when `performance.now()` was zero; null until the database was asked. */
    let origin: number | null = null;
    let timer: NodeJS.Timeout | null = null;
    const follow: Clock = {
      now: () => (origin === null ? machine.now() : new Date(origin + performance.now())),
    };

    async function measure(): Promise<void> {
      const sentAt = performance.now();
      const [row] = await app.database.query<{ time: Date }>({ text: 'SELECT clock_timestamp() AS time', values: [] });
      const heardAt = performance.now();
      if (!row || heardAt - sentAt > SLOW_MS) return;
      const time = row.time.getTime() + (heardAt - sentAt) / 2;
      origin = time - heardAt;
      state.aheadMs = Math.round(machine.now().getTime() - time);
      const isRight = Math.abs(state.aheadMs) <= MOST_OFF_MS;
      if (isRight === state.isRight) return;
      state.isRight = isRight;
      const { aheadMs } = state;
      if (isRight) app.log.info({ aheadMs }, "This machine's clock is right again");
      else
        app.log.error({ alert: 'clock-wrong', aheadMs }, "This machine's clock is wrong, so the node sweeps nothing");
    }

    app.decorate('clock', options.clock ?? follow);
    app.decorate('machineClock', state);
    app.addHook('onReady', async () => {
      await measure();
      timer = setInterval(
        () => measure().catch((error) => app.log.warn({ err: error }, 'The time of the database could not be read')),
        MEASURE_MS,
      ).unref();
    });
    app.addHook('onClose', async () => {
      if (timer) clearInterval(timer);
    });
  },
  { name: 'clock', dependencies: ['database'] },
);
