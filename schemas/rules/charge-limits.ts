import type { PaymentMethod } from '../src/common.ts';
import type { MethodCapability } from '../src/manifest.ts';

interface Charging {
  /** The least and most that the provider takes. */
  capability?: { minAmount?: number | undefined } | null | undefined;
  /** The least and most that the platform takes through its connection. */
  limits?: { minAmount?: number | undefined } | undefined;
}

/** Returns the least cents that a connection takes; 0 where nobody names a least. */
export const leastAmount = ({ capability, limits }: Charging): number =>
  Math.max(capability?.minAmount ?? 0, limits?.minAmount ?? 0);

/** Returns the least cents that some connection takes by each method; methods without a least are left out. */
export const findLeastAmounts = (
  connections: readonly (readonly [method: PaymentMethod, charging: readonly Charging[]])[],
): Partial<Record<PaymentMethod, number>> =>
  Object.fromEntries(
    connections
      .map(([method, charging]) => [method, charging.length > 0 ? Math.min(...charging.map(leastAmount)) : 0] as const)
      .filter(([, amount]) => amount > 0),
  );

type Limits = Pick<MethodCapability, 'minAmount' | 'maxAmount' | 'minInstallmentAmount'>;

/** Returns true where a provider takes a charge of this amount, in cents, in this number of installments. */
export const takesAmount = (
  { minAmount = 0, maxAmount = Number.POSITIVE_INFINITY, minInstallmentAmount = 0 }: Limits,
  amount: number,
  installments: number,
): boolean =>
  amount >= minAmount &&
  amount <= maxAmount &&
  (installments === 1 || Math.floor(amount / installments) >= minInstallmentAmount);
