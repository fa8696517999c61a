/** Reads how long a provider asks not to be called. */

/** No provider makes us wait longer: a wrong header must not silence a connection for days. */
const LONGEST_WAIT_MS = 3_600_000;

/** Returns the time of `Retry-After` in a refusal, told in seconds or as a date; undefined where there is none, or it is over. */
export function readRetryAfter(status: number, headers: Record<string, string>, now: Date): Date | undefined {
  const told = headers['retry-after']?.trim();
  if (!told || status < 400) return undefined;
  const waitMs = /^\d+$/.test(told) ? Number(told) * 1_000 : Date.parse(told) - now.getTime();
  return waitMs > 0 ? new Date(now.getTime() + Math.min(waitMs, LONGEST_WAIT_MS)) : undefined;
}
