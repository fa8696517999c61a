/** Schedules the next sending or lookup of an open withdrawal: often while it is young, and for as long as it takes. */
import { nextStep } from '../provider-orders/service.ts';

const LOOKUP_SECONDS = [30, 60, 300, 900, 1_800, 3_600, 21_600];
const TRY_SECONDS = [30, 60, 120, 300, 600, 1_800, 3_600];

/** About a day: nothing of the withdrawal has left, so that the money goes back rather than wait for ever. */
export const MOST_TRIES = 28;

/**
 * Money goes back to its holder only once a lost withdrawal could not be found so long after it should have been there: carried out later, it
 * would have been paid twice.
 */
export const LATE_MS = 600_000;

export const nextLookup = (now: Date, checks: number): Date => nextStep(LOOKUP_SECONDS, checks, now);
export const nextTry = (now: Date, tries: number): Date => nextStep(TRY_SECONDS, tries, now);
