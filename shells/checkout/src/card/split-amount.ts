/** Divides what is charged between two cards. Pure. */

/** Cents that each card pays at least; the server says the same. */
export const LEAST = 100;

export const isDivisible = (total: number): boolean => total >= 2 * LEAST;

/** True where both cards pay enough. */
export const isDivided = (total: number, second: number): boolean => second >= LEAST && total - second >= LEAST;

/** Returns the second card's cents after the price has changed: those that were chosen while they still fit, else a half. */
export const keepSecond = (total: number, chosen: number | undefined): number =>
  chosen !== undefined && isDivided(total, chosen) ? chosen : Math.floor(total / 2);
