/**
 * Compares two shares, such as the carts that were paid with recovery and without it, and states how far chance alone may explain the
 * difference. The interval is Newcombe's (1998, method 10): it joins the Wilson intervals of both shares, and holds for small numbers and
 * for shares near 0 and 1, where the usual formula does not.
 */
export interface Sample {
  /** The members of which something came true. */
  hits: number;
  total: number;
}

export interface Interval {
  low: number;
  high: number;
}

export interface Comparison {
  /** The share of each sample, 0 to 1; null of an empty one. */
  first: number | null;
  second: number | null;
  /** The first share minus the second, and the interval that holds the true difference at the stated confidence. Null without both. */
  difference: (Interval & { value: number }) | null;
  /** True if the interval leaves 0 out. */
  isProven: boolean;
}

export const CONFIDENCE = 0.95;
/** The quantile of the normal distribution of a two-sided confidence of 95 %. */
const Z = 1.959964;

/** Returns the Wilson interval of a share. */
export function intervalOf({ hits, total }: Sample): Interval {
  const share = hits / total;
  const [square, scale] = [Z * Z, 1 + (Z * Z) / total];
  const middle = share + square / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share)) / total + square / (4 * total * total));
  // At 0 and 1 the bound is exact, which rounding would miss.
  return {
    low: hits === 0 ? 0 : (middle - spread) / scale,
    high: hits === total ? 1 : (middle + spread) / scale,
  };
}

const shareOf = ({ hits, total }: Sample): number | null => (total > 0 ? hits / total : null);

export function compareShares(one: Sample, other: Sample): Comparison {
  const [first, second] = [shareOf(one), shareOf(other)];
  if (first === null || second === null) return { first, second, difference: null, isProven: false };
  const [a, b] = [intervalOf(one), intervalOf(other)];
  const value = first - second;
  const low = value - Math.hypot(first - a.low, b.high - second);
  const high = value + Math.hypot(a.high - first, second - b.low);
  return { first, second, difference: { value, low, high }, isProven: low > 0 || high < 0 };
}
