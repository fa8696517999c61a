import { setTimeout as pause } from 'node:timers/promises';

const DEADLINE_MS = 60_000;
const STEP_MS = 25;

/** Polls until the result is truthy; tests wait in no other way. `what` names the missing event in the error. */
export async function waitFor<T>(
  what: string,
  look: () => T | Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<NonNullable<T>> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen as NonNullable<T>;
    if (performance.now() > end) throw new Error(`After ${deadlineMs} ms still not: ${what}.`);
    await pause(STEP_MS);
  }
}
