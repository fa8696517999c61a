/** One whole share of a sum. Weights are basis points, or another unit that all of them share. */
export interface Share {
  key: string;
  weight: number;
}

/**
 * Splits cents by weight so that the parts sum to exactly `total`: each gets its share rounded down, and the cents left
 * over go one by one to the largest remainders, ties to the earlier share. Weights may leave a part over: it goes to
 * `remainderTo`, who also takes part with the weight that is missing to `whole`.
 * @throws RangeError where a weight or the total is no whole number from zero on, or the weights exceed the whole.
 */
export function allocate(
  total: number,
  shares: readonly Share[],
  whole: number,
  remainderTo: string,
): Map<string, number> {
  for (const value of [total, whole, ...shares.map(({ weight }) => weight)]) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number from zero on.`);
  }
  const given = shares.reduce((sum, { weight }) => sum + weight, 0);
  if (given > whole) throw new RangeError(`Shares of ${given} exceed the whole of ${whole}.`);
  const parts = [...shares, { key: remainderTo, weight: whole - given }].map(({ key, weight }) => {
    const product = BigInt(total) * BigInt(weight);
    return {
      key,
      cents: Number(whole === 0 ? 0n : product / BigInt(whole)),
      remainder: whole === 0 ? 0n : product % BigInt(whole),
    };
  });
  let left = total - parts.reduce((sum, { cents }) => sum + cents, 0);
  const byRemainder = parts.toSorted((one, other) =>
    one.remainder < other.remainder ? 1 : one.remainder > other.remainder ? -1 : 0,
  );
  for (const part of byRemainder) {
    if (left === 0) break;
    part.cents += 1;
    left -= 1;
  }
  const allocated = new Map<string, number>();
  for (const { key, cents } of parts) allocated.set(key, (allocated.get(key) ?? 0) + cents);
  return allocated;
}
