import { setTimeout as pause } from 'node:timers/promises';

const DEADLINE_MS = 60_000;
const STEP_MS = 25;

/** Looks until the answer is truthy; the one way tests wait. `what` is what the failure says did not happen. */
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
