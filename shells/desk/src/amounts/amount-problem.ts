export type AmountProblem = 'MISSING' | 'TOO_SMALL' | 'TOO_LARGE';

/** Returns the problem of a typed amount in cents, or null where there is none. */
export function findAmountProblem(amount: number | null, smallest: number, largest: number): AmountProblem | null {
  if (!amount) return 'MISSING';
  if (amount < smallest) return 'TOO_SMALL';
  return amount > largest ? 'TOO_LARGE' : null;
}
