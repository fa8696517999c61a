/** Holds the arithmetic of measurements. Pure. */

/** The value below which `fraction` of the values lie, by the nearest-rank rule; NaN of nothing. */
export function percentile(values: readonly number[], fraction: number): number {
  if (!(fraction >= 0 && fraction <= 1)) throw new Error(`A fraction is from 0 to 1, not ${fraction}.`);
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? Number.NaN;
}

/** Half way between the two in the middle when the count is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[upper]! : (sorted[upper - 1]! + sorted[upper]!) / 2;
}

/** Null where there is nothing to compare with. */
export function ratio(value: number, reference: number | null): number | null {
  if (reference === null || reference === 0) return null;
  const quotient = value / reference;
  return Number.isFinite(quotient) ? quotient : null;
}

/** 0 to 1, the same sequence for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
