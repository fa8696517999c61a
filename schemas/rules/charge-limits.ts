import { PAYMENT_METHODS, type PaymentMethod } from '../src/common.ts';
import type { MethodCapability } from '../src/manifest.ts';

interface Charging {
  manifest: {
    capabilities: { methods?: Partial<Record<PaymentMethod, { minAmount?: number | undefined }>> | undefined };
  };
  limits: { minAmount?: number | undefined };
}

/** Returns the least cents that a connection takes by a method: what its provider takes, or more where its platform says so. */
export const leastAmount = (
  capability: { minAmount?: number | undefined } | null | undefined,
  limits: { minAmount?: number | undefined },
): number => Math.max(capability?.minAmount ?? 0, limits.minAmount ?? 0);

/** Returns the least cents that some connection takes by each method; methods without a least are left out. */
export function findLeastAmounts(
  connections: Partial<Record<PaymentMethod, readonly Charging[]>>,
): Partial<Record<PaymentMethod, number>> {
  const least = PAYMENT_METHODS.map((method) => {
    const amounts = (connections[method] ?? []).map(({ manifest, limits }) =>
      leastAmount(manifest.capabilities.methods?.[method], limits),
    );
    return [method, amounts.length > 0 ? Math.min(...amounts) : 0] as const;
  });
  return Object.fromEntries(least.filter(([, amount]) => amount > 0));
}

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
