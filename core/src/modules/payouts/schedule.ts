/** When an open withdrawal is looked at next: often while it is young, for as long as it takes. */
const LOOK_SECONDS = [30, 60, 300, 900, 3_600, 21_600] as const;
const TRY_SECONDS = [30, 60, 120, 300, 600, 1_800, 3_600] as const;

/** About a day: nothing of it has left, so that the money goes back rather than wait for ever. */
export const MOST_TRIES = 28;

const later = (now: Date, seconds: readonly number[], count: number): Date =>
  new Date(now.getTime() + (seconds[Math.min(count, seconds.length - 1)] as number) * 1_000);

export const nextLook = (now: Date, checks: number): Date => later(now, LOOK_SECONDS, checks);
export const nextTry = (now: Date, tries: number): Date => later(now, TRY_SECONDS, tries);
