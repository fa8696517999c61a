/** The units in which providers write money; the contract's own is cents. A tenThousandth is 1/10,000 of a real. */
export const MONEY_UNITS = ['cents', 'reais', 'tenThousandths'] as const;
export type MoneyUnit = (typeof MONEY_UNITS)[number];

/** The most cents any amount may have; below it a double holds both the cents and the two decimals exactly. */
const MAX_CENTS = 100_000_000_000;

function assertCents(cents: number, name: string): void {
  if (!Number.isInteger(cents) || Math.abs(cents) > MAX_CENTS) {
    throw new RangeError(`${name} must be whole cents, at most ${MAX_CENTS}`);
  }
}

function assertNatural(value: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number of 0 or more`);
}

/**
 * Splits the amount in proportion to the weights. The shares add up to the amount: what rounding leaves over goes, cent
 * by cent, to the largest remainders, and to the lower index among equals.
 */
export function allocate(amount: number, weights: number[]): number[] {
  assertCents(amount, 'amount');
  assertNatural(amount, 'amount');
  for (const weight of weights) assertNatural(weight, 'each weight');
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) throw new RangeError('weights need at least one above 0');

  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, cents: Number(product / sum), remainder: product % sum };
  });
  let left = shares.reduce((rest, share) => rest - share.cents, amount);
  // Array sort is stable, so equal remainders keep the order of their index.
  for (const share of [...shares].sort(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
  )) {
    if (left === 0) break;
    share.cents += 1;
    left -= 1;
  }
  return shares.map((share) => share.cents);
}

/**
 * The cents of each share, basis points of the whole or fixed cents, exact to the cent together with what they leave over;
 * null when they add up to more than the amount.
 */
export function shareAmounts(
  amount: number,
  shares: { type: 'PERCENTAGE' | 'FIXED'; amount: number }[],
): number[] | null {
  const weights = shares.map((share) => (share.type === 'PERCENTAGE' ? share.amount : 0));
  const rest = 10_000 - weights.reduce((total, weight) => total + weight, 0);
  if (rest < 0) return null;
  const parts = allocate(amount, [...weights, rest]);
  const cents = shares.map((share, index) => (share.type === 'FIXED' ? share.amount : (parts[index] ?? 0)));
  return cents.reduce((total, part) => total + part, 0) > amount ? null : cents;
}

/** The part of the amount that the basis points (hundredths of a percent) stand for, half a cent rounded up. */
export function percentOf(amount: number, basisPoints: number): number {
  assertCents(amount, 'amount');
  assertNatural(amount, 'amount');
  assertNatural(basisPoints, 'basisPoints');
  const part = Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n);
  assertCents(part, 'the result');
  return part;
}

/** Cents as the number of reais that prints with the same two decimals: 1990 is 19.9. */
export function toReais(cents: number): number {
  assertCents(cents, 'cents');
  // A correctly rounded division yields the same double as parsing the decimal text, so nothing drifts.
  return cents / 100;
}

/**
 * Reais as cents, read from the decimal text so that no float arithmetic is involved. More than two decimals round half
 * away from zero at the third, which also absorbs sums such as 0.30000000000000004.
 */
export function fromReais(value: number | string): number {
  // Numbers this small print with an exponent; they are less than half a cent.
  const text = typeof value === 'number' && Math.abs(value) < 1e-6 ? '0' : String(value).trim();
  const match = /^(-?)(\d{1,10})(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError('value must be an amount in reais with a decimal point, such as 19.90');
  const [, sign, reais, decimals = ''] = match;
  const cents =
    Number(reais) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2)) + (Number(decimals[2] ?? 0) >= 5 ? 1 : 0);
  assertCents(cents, 'value');
  return sign ? 0 - cents : cents;
}

/** Cents as a provider writes them: 1990 is 19.9 reais and 199,000 ten-thousandths of a real. */
export function toUnit(cents: number, unit: MoneyUnit): number {
  if (unit === 'reais') return toReais(cents);
  assertCents(cents, 'cents');
  return unit === 'cents' ? cents : cents * 100;
}

/** A provider's amount as cents. Throws a RangeError where it is none: whole cents, or ten-thousandths that make whole cents. */
export function fromUnit(value: number | string, unit: MoneyUnit): number {
  if (unit === 'reais') return fromReais(value);
  const cents = unit === 'cents' ? Number(value) : Number(value) / 100;
  assertCents(cents, 'value');
  return cents;
}
