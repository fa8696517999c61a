/** Stops what a task started, last first, when a signal asks for it. */

/** npm, the terminal and run.mjs may each deliver the same Ctrl-C; only a later one is a second wish. */
const SAME_KEY_PRESS_MS = 1000;
/** One part that hangs must not keep the others from being stopped. */
const PART_LIMIT_MS = 10_000;

export interface Shutdown {
  /** Parts are stopped in the opposite order of their adding. */
  add(stop: () => Promise<void> | void): void;
  run(exitCode: number): Promise<never>;
  readonly isRunning: boolean;
}

export function createShutdown(): Shutdown {
  const parts: (() => Promise<void> | void)[] = [];
  let startedAt = 0;

  const run = async (exitCode: number): Promise<never> => {
    startedAt ||= Date.now();
    let code = exitCode;
    for (let stop = parts.pop(); stop; stop = parts.pop()) {
      try {
        await withLimit(Promise.resolve(stop()));
      } catch (error) {
        console.error((error as Error).message);
        code = 1;
      }
    }
    process.exit(code);
  };

  const onSignal = () => {
    if (startedAt === 0) {
      console.log('Stopping');
      void run(0);
    } else if (Date.now() - startedAt > SAME_KEY_PRESS_MS) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

  return {
    add: (stop) => parts.push(stop),
    run,
    get isRunning() {
      return startedAt > 0;
    },
  };
}

async function withLimit(stopping: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Something did not stop in time; it is left behind.')), PART_LIMIT_MS);
  });
  try {
    await Promise.race([stopping, limit]);
  } finally {
    clearTimeout(timer);
  }
}
