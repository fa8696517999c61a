import type { MethodCapability } from '../src/manifest.ts';

type Limits = Pick<MethodCapability, 'minAmount' | 'maxAmount' | 'minInstallmentAmount'>;

/** Returns true where a provider takes a charge of this amount, in cents, in so many installments. */
export const takesAmount = (
  { minAmount = 0, maxAmount = Number.POSITIVE_INFINITY, minInstallmentAmount = 0 }: Limits,
  amount: number,
  installments: number,
): boolean =>
  amount >= minAmount &&
  amount <= maxAmount &&
  (installments === 1 || Math.floor(amount / installments) >= minInstallmentAmount);
